import { PAYMENT_BASE } from '@app/contracts/bases.ts';
import { browserDeps } from './call.ts';
import { createCaller } from './caller.ts';

/** Throws CallFailed. Few pages need this file. */
export const callPayment = createCaller(PAYMENT_BASE, browserDeps);
