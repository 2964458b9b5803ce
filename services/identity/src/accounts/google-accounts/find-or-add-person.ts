import type { Kysely, Transaction } from 'kysely';
import type { Role } from '@app/contracts/enumerations.ts';
import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { transaction } from '@app/kit/database.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { IdentityTables } from '../../schema.ts';
import { recordEvent } from '../../audit.ts';
import { recordConsents } from '../../consents/record-consent.ts';
import { queueEmail } from '../../emails/queue-email.ts';
import type { Deps } from '../../deps.ts';
import { voidOwnLinks } from '../../links/use-link.ts';
import { endAllSessions } from '../../sessions/live-sessions.ts';
import { GOOGLE_ADDED } from '../emails.ts';
import { insertPersonOfGoogle, lockAccount, updateToPersonOfGoogle } from '../queries.ts';
import { queueInvitedAdmission } from '../sign-in.ts';
import { deleteRegistrations } from '../registrations/queries.ts';

type Db = Kysely<IdentityTables>;

/**
 * Google's issuer and subject together identify a person; the email address does not (OpenID Connect Core
 * 5.7).
 */
interface GoogleIdentity {
  issuer: string;
  subject: string;
}

async function findPersonOfGoogle(db: Db, { issuer, subject }: GoogleIdentity): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity.google_accounts')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/**
 * If another sign-in has inserted the same account just before, the unique key makes this transaction fail.
 */
async function insertGoogleAccount(
  db: Db,
  { issuer, subject }: GoogleIdentity,
  userId: string,
): Promise<void> {
  await db.insertInto('identity.google_accounts').values({ issuer, subject, user_id: userId }).execute();
}

export async function deleteGoogleAccounts(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity.google_accounts')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export interface GoogleAccount {
  issuer: string;
  subject: string;
  email: string;
  /**
   * True if the issuer runs this mailbox. For other mailboxes, Google only knows that the person once had the
   * address.
   */
  isMailboxOfIssuer: boolean;
  firstName: string;
  lastName: string;
}

type AddingFailed = 'GOOGLE_ACCOUNT_EXISTS' | 'GOOGLE_ACCOUNT_UNKNOWN';

/**
 * The first sign-in connects the Google account to the person with this address, or to a new person. Without
 * a role, no person is created. A person who exists must be verified.
 */
export async function findOrAddPerson(
  deps: Deps,
  account: GoogleAccount,
  role: Role | undefined,
  fail: Fail<AddingFailed>,
): Promise<string> {
  const known = await findPersonOfGoogle(deps.db, account);
  if (known !== undefined) return known;
  try {
    return await transaction(deps.db, (trx) => addGoogleAccount(deps, trx, account, role, fail));
  } catch (error) {
    // If two first sign-ins run at once, the second one finds the account here.
    const first = await findPersonOfGoogle(deps.db, account);
    if (first === undefined) throw error;
    return first;
  }
}

async function addGoogleAccount(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  account: GoogleAccount,
  role: Role | undefined,
  fail: Fail<AddingFailed>,
): Promise<string> {
  const added = role && (await insertPersonOfGoogle(trx, { ...account, role }));
  if (added !== undefined) {
    await insertGoogleAccount(trx, account, added);
    await recordConsents(trx, added, LEGAL_VERSIONS);
    await queueInvitedAdmission(deps, trx, added);
    await recordEvent(trx, 'REGISTERED', { userId: added, about: 'GOOGLE' });
    return added;
  }
  const owner = await lockAccount(trx, account.email);
  if (owner && owner.emailVerifiedAt !== null) {
    // The mailbox may now belong to someone else (documentation of `email_verified` and `hd`).
    if (!account.isMailboxOfIssuer) return fail('GOOGLE_ACCOUNT_EXISTS');
    await insertGoogleAccount(trx, account, owner.userId);
    await queueEmail(deps, trx, GOOGLE_ADDED, { userId: owner.userId });
    await recordEvent(trx, 'GOOGLE_ADDED', { userId: owner.userId });
    return owner.userId;
  }
  if (role === undefined) return fail('GOOGLE_ACCOUNT_UNKNOWN');
  // The account with this address was deleted between the two statements.
  if (!owner) throw new Failure('UNAVAILABLE');
  await insertGoogleAccount(trx, account, owner.userId);
  await takeOverAccount(trx, owner.userId, { ...account, role });
  await queueInvitedAdmission(deps, trx, owner.userId);
  await recordEvent(trx, 'GOOGLE_ADDED', { userId: owner.userId, about: 'TAKEN_OVER' });
  return owner.userId;
}

/**
 * This address was never verified, so someone else may have registered it. Google has verified its owner. So
 * older passwords, sessions and links are removed (ASVS 6.8.1).
 */
async function takeOverAccount(
  trx: Transaction<IdentityTables>,
  userId: string,
  owner: GoogleAccount & { role: Role },
): Promise<void> {
  await updateToPersonOfGoogle(trx, userId, owner);
  await recordConsents(trx, userId, LEGAL_VERSIONS);
  await deleteRegistrations(trx, userId);
  await voidOwnLinks(trx, userId);
  await endAllSessions(trx, userId);
}
