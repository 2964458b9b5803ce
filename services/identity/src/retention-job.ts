import { deleteExpiredKeys } from '@app/kit/idempotency-store.ts';
import { deleteEndedLimits } from '@app/kit/limits.ts';
import { hashStored, sealStored } from '@app/kit/sealed-columns.ts';
import { type Deletions, deleteExpired } from '@app/kit/retention-job.ts';
import { deleteOldChallenges } from './admins/passkeys.ts';
import { deleteOldAdminSessions } from './admins/sessions.ts';
import { deleteOldChanges } from './accounts/email-change/undo-email-change.ts';
import { deleteOldTries } from './accounts/passwords/check-password.ts';
import { deleteOldRegistrations, deleteUnverifiedPeople } from './accounts/registrations/register.ts';
import type { IdentityConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { HASHED_COLUMNS, SEALED_COLUMNS } from './open-db.ts';
import { deleteOldCodes } from './phones/phone-codes.ts';
import { deleteOldLists } from './invitations/invite-people.ts';
import { fillFurtherBits } from './profiles/change-profile.ts';
import { deleteOldEmailRequests } from './notifications/routes.ts';
import { deleteOldLinks } from './links/use-link.ts';
import type { IdentityTables } from './schema.ts';
import {
  deleteOldEndedSessions,
  deleteOldRefreshTokens,
  deleteOldSessions,
} from './sessions/live-sessions.ts';
import { deleteOldTexts } from './texts/queue-text.ts';
import { deleteOldUssdSessions } from './ussd/answer-request.ts';

export const deletions = ({
  MOST_PASSWORD_TRIES,
}: Pick<IdentityConfig, 'MOST_PASSWORD_TRIES'>): Deletions<IdentityTables> => ({
  // A person with a registration cannot be deleted, so registrations are deleted first.
  unverifiedSignUps: deleteOldRegistrations,
  unverifiedPeople: deleteUnverifiedPeople,
  endedLinks: deleteOldLinks,
  emailChanges: deleteOldChanges,
  requestedEmails: deleteOldEmailRequests,
  // A list may have thousands of rows, so the batches are small.
  invitationLists: { deleteSome: deleteOldLists, batch: 5 },
  texts: deleteOldTexts,
  refreshTokens: deleteOldRefreshTokens,
  endedSessions: deleteOldSessions,
  notesOfEndedSessions: deleteOldEndedSessions,
  passwordTries: (handle, most) => deleteOldTries(handle, most, MOST_PASSWORD_TRIES),
  phoneCodes: deleteOldCodes,
  ussdSessions: deleteOldUssdSessions,
  adminChallenges: deleteOldChallenges,
  adminSessions: deleteOldAdminSessions,
  endedLimits: (handle, most) => deleteEndedLimits(handle, 'identity', most),
  idempotencyKeys: (handle, most) => deleteExpiredKeys(handle, 'identity', most),
});

export async function runRetentionJob({
  db,
  seal,
  config,
}: Pick<Deps, 'db' | 'seal' | 'config'>): Promise<void> {
  await deleteExpired(db, deletions(config));
  await fillFurtherBits(db);
  for (const column of SEALED_COLUMNS) await sealStored(db, seal, column);
  for (const column of HASHED_COLUMNS) await hashStored(db, seal, column);
}
