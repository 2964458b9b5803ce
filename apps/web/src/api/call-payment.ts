import { PAYMENT_BASE } from '@app/contracts/bases.ts';
import { browserEdges } from './call.ts';
import { createCaller } from './caller.ts';

/** Few pages need this, so it is a separate file. Throws CallFailed. */
export const callPayment = createCaller(PAYMENT_BASE, browserEdges);
