import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** The audit contains only the ids. */
export const listAdminNamesAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/admins',
  summary: 'The names of all admins',
  access: 'ADMIN',
  adminRoles: ['ADMIN'],
  reply: z.array(z.object({ adminId: z.string(), name: z.string() })),
  errors: [],
});
