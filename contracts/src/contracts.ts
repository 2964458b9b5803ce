import { identityContract } from './identity/contract.ts';
import { paymentContract } from './payment/contract.ts';
import { projectContract } from './project/contract.ts';

/** A new service also needs a line in the host's list. */
export const CONTRACTS = [identityContract, paymentContract, projectContract] as const;
