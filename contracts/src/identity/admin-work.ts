import * as z from 'zod/mini';
import { waitingWork } from '../admin-work.ts';
import { endpoint } from '../endpoint.ts';
import { ADMIN_ROLES } from '../enumerations.ts';

const IDENTITY_WORK = ['COMPANY', 'IDENTITY_DEAD_LETTER'] as const;

export const readIdentityWorkAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/work',
  summary: 'Companies to decide, dead letters, and the emails and texts of the last 24 hours in numbers',
  access: 'ADMIN',
  adminRoles: ADMIN_ROLES,
  reply: z.object({
    waiting: waitingWork(IDENTITY_WORK),
    deliveries: z.array(z.object({ channel: z.enum(['EMAIL', 'TEXT']), sent: z.int(), failed: z.int() })),
  }),
  errors: [],
});

const GATEWAYS = ['none', 'arkesel', 'hubtel', 'africastalking'] as const;

/** The reply contains no secret. */
export const readIdentitySettingsAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/settings',
  summary: 'The gateways that are configured, and the daily limits',
  access: 'ADMIN',
  adminRoles: ADMIN_ROLES,
  reply: z.object({
    adminEmails: z.int(),
    hasGoogle: z.boolean(),
    hasPush: z.boolean(),
    textGateway: z.enum(GATEWAYS),
    ussdGateway: z.enum(GATEWAYS),
    textsPerDay: z.int(),
  }),
  errors: [],
});
