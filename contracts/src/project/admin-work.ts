import * as z from 'zod/mini';
import { waitingWork } from '../admin-work.ts';
import { endpoint } from '../endpoint.ts';
import { ADMIN_ROLES } from '../enumerations.ts';

const PROJECT_WORK = ['DISPUTE', 'SURVEY_APPEAL', 'REPORT', 'UNSENT_PAYABLE', 'PROJECT_DEAD_LETTER'] as const;

export const readProjectWorkAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/work',
  summary: 'Disputes, appeals, reports and unsent payables that wait, and dead letters, in numbers',
  access: 'ADMIN',
  adminRoles: ADMIN_ROLES,
  reply: z.object({ waiting: waitingWork(PROJECT_WORK) }),
  errors: [],
});
