import { readIdentitySettingsAsAdmin, readIdentityWorkAsAdmin } from '@app/contracts/identity/admin-work.ts';
import type { Route } from '@app/kit/route.ts';
import { countWaitingDeadLetters } from '@app/kit/waiting-work.ts';
import { countPendingCompanies } from '../company/list-companies.ts';
import type { Deps } from '../deps.ts';
import { countEmailsOfDay } from '../emails/reads.ts';
import { countTextsOfDay } from '../texts/reads.ts';

export function adminWorkRoutes(route: Route, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  route(readIdentityWorkAsAdmin, async () => ({
    waiting: [
      await countPendingCompanies(db),
      await countWaitingDeadLetters(db, 'IDENTITY_DEAD_LETTER', 'identity'),
    ],
    deliveries: [
      { channel: 'EMAIL' as const, ...(await countEmailsOfDay(db)) },
      { channel: 'TEXT' as const, ...(await countTextsOfDay(db)) },
    ],
  }));

  route(readIdentitySettingsAsAdmin, async () => ({
    adminEmails: config.ADMIN_EMAIL.length,
    hasGoogle: config.GOOGLE_CLIENT_ID !== undefined,
    hasPush: config.PUSH_KEYS !== undefined,
    textGateway: config.SMS_GATEWAY,
    ussdGateway: config.USSD_GATEWAY,
    textsPerDay: config.TEXTS_PER_INSTALLATION_PER_DAY,
  }));
}
