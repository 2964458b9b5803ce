import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';

export const countStudiesAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/researchers/:userId/studies',
  summary: 'The studies of a researcher in numbers',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN'],
  params: z.object({ userId: Id }),
  reply: z.object({
    drafts: z.int(),
    published: z.int(),
    paused: z.int(),
    closed: z.int(),
    acceptedApplicants: z.int(),
  }),
  errors: [],
});
