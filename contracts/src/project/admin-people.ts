import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { APPLICATION_STATUSES } from './application-choices.ts';

export const readPersonInProjectAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/people/:userId',
  summary: 'The applications of a participant in numbers, by status',
  access: 'ADMIN',
  adminRoles: ['SUPPORT', 'ADMIN'],
  params: z.object({ userId: Id }),
  reply: z.object({ applications: z.record(z.enum(APPLICATION_STATUSES), z.int()) }),
  errors: [],
});
