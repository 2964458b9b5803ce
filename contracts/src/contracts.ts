import { identityContract } from './identity/contract.ts';
import { paymentContract } from './payment/contract.ts';
import { projectContract } from './project/contract.ts';

/** Every backend. A new one is a line here, one in the host's list of services, and its own folders. */
export const CONTRACTS = [identityContract, paymentContract, projectContract] as const;
