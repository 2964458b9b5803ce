import { adminOperations } from '../admin-operations.ts';

export const projectAdminOperations = adminOperations();
