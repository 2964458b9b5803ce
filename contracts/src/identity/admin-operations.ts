import { adminOperations } from '../admin-operations.ts';

export const identityAdminOperations = adminOperations();
