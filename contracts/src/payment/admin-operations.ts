import { adminOperations } from '../admin-operations.ts';

export const paymentAdminOperations = adminOperations();
