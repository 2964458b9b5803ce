import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** Gives the names for the admins' ids that the audit contains. */
export const listAdminNamesAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/admins',
  summary: 'The names of all admins',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  reply: z.array(z.object({ adminId: z.string(), name: z.string() })),
  errors: [],
});
