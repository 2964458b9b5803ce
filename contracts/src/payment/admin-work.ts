import * as z from 'zod/mini';
import { waitingWork } from '../admin-work.ts';
import { endpoint } from '../endpoint.ts';
import { ADMIN_ROLES } from '../enumerations.ts';

const PROVIDERS = ['mtn', 'paystack'] as const;

const PAYMENT_WORK = [
  'PAYMENT_IN_REVIEW',
  'UNFUNDED_PAYMENT',
  'PAUSE',
  'DIFFERENCE',
  'PAYMENT_DEAD_LETTER',
] as const;

export const readPaymentWorkAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/work',
  summary: 'Payments that wait for an admin, in numbers, and the last known balance of each provider',
  access: 'ADMIN',
  adminRoles: ADMIN_ROLES,
  reply: z.object({
    waiting: waitingWork(PAYMENT_WORK),
    floats: z.array(
      z.object({
        provider: z.enum(PROVIDERS),
        /** The amount that the provider reported at `readAt`. */
        pesewas: z.int(),
        /** The amount paid in the last two days, as an estimate of the need. */
        neededInPesewas: z.int(),
        readAt: z.string(),
      }),
    ),
  }),
  errors: [],
});

/** The reply contains no secret. */
export const readPaymentSettingsAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/settings',
  summary: 'The payment providers that are configured, and the limits of a day',
  access: 'ADMIN',
  adminRoles: ADMIN_ROLES,
  reply: z.object({
    providers: z.array(z.enum(PROVIDERS)),
    mtnWalletsVia: z.enum(PROVIDERS),
    payoutsPerDayInPesewas: z.int(),
    perPersonPerDayInPesewas: z.int(),
    perResearcherPerDayInPesewas: z.int(),
  }),
  errors: [],
});
