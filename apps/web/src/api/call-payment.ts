import { PAYMENT_BASE } from '@app/contracts/bases.ts';
import { browserEdges } from './call.ts';
import { createCaller } from './caller.ts';

/** One call of the payment service, in a file of its own since few pages make one. Throws CallFailed. */
export const callPayment = createCaller(PAYMENT_BASE, browserEdges);
