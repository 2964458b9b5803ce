import { PAYMENT_BASE } from '@app/contracts/bases.ts';
import { browserEdges } from './call.ts';
import { createCaller } from './caller.ts';

/** Few pages call the payment service, so this is a separate file. Throws CallFailed. */
export const callPayment = createCaller(PAYMENT_BASE, browserEdges);
