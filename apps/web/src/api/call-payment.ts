import { PAYMENT_BASE } from '@app/contracts/bases.ts';
import { browserDeps } from './call.ts';
import { createCaller } from './caller.ts';

/** Throws CallFailed. In a file of its own, because few pages need it. */
export const callPayment = createCaller(PAYMENT_BASE, browserDeps);
