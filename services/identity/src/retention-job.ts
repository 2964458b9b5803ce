import { deleteExpiredKeys } from '@app/kit/idempotency-store.ts';
import { deleteEndedLimits } from '@app/kit/limits.ts';
import { runForEach, runSteps } from '@app/kit/job-steps.ts';
import { hashStoredValues, sealAllColumns } from '@app/kit/sealed-columns.ts';
import { type Deletions, deleteExpired } from '@app/kit/retention-job.ts';
import { deleteOldChallenges } from './admins/passkeys.ts';
import { deleteOldAdminSessions } from './admins/sessions.ts';
import { deleteOldEmailChanges } from './accounts/email-change/undo-email-change.ts';
import { deleteOldTries } from './accounts/passwords/check-password.ts';
import { deleteOldRegistrations, deleteUnverifiedPeople } from './accounts/registrations/register.ts';
import type { IdentityConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { HASHED_COLUMNS, SEALED_COLUMNS } from './open-db.ts';
import { deleteOldCodes } from './phones/phone-codes.ts';
import { deleteOldLists } from './invitations/invite-people.ts';
import { fillFurtherBits } from './profiles/change-profile.ts';
import { deleteOldEmailRequests } from './notifications/request-email.ts';
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
  emailChanges: deleteOldEmailChanges,
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

type RetentionDeps = Pick<Deps, 'db' | 'seal' | 'config'>;
const deleteOldRows = ({ db, config }: RetentionDeps) => deleteExpired(db, deletions(config));
const sealColumns = ({ db, seal }: RetentionDeps) => sealAllColumns(db, seal, SEALED_COLUMNS);
const hashColumns = ({ db, seal }: RetentionDeps) =>
  runForEach(
    HASHED_COLUMNS,
    ({ of, column }) => `${of}.${column}`,
    (column) => hashStoredValues(db, seal, column),
  );

export const runRetentionJob = (deps: RetentionDeps): Promise<void> =>
  runSteps(deps, {
    deleteOldRows,
    sealColumns,
    hashColumns,
    fillFurtherBits: ({ db }) => fillFurtherBits(db),
  });
