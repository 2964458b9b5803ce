import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Mailbox } from '@app/kit/mailbox.ts';
import { CODE_LENGTH, DIALLED_CODE_LENGTH } from '@app/contracts/identity/phones.ts';
import { phoneTextWords as words } from '@app/words/phone-texts.ts';
import { type Transaction, type Kysely, sql } from 'kysely';
import { Failure } from '@app/kit/problem.ts';
import { deleteSome } from '@app/kit/retention-job.ts';
import type { Deps } from '../deps.ts';
import { hashSecret } from '../tokens.ts';
import { type TextKind, queueText } from '../texts/queue-text.ts';
import {
  type AskedCode,
  type TriedCode,
  storeCode,
  findSecondsToNext,
  replaceCode,
  countCodeTry,
  hasLiveCode,
  uncountRightTry,
} from './queries.ts';
import type { IdentityTables } from '../schema.ts';

/** A code that was requested by USSD belongs to no browser, so it works in any browser. */
export const NO_BROWSER_HASH = hashSecret('no browser');

/** The code is the same at each attempt. It depends on a key, so the database alone does not reveal it. */
function derivePhoneCode({ config }: Pick<Deps, 'config'>, codeId: string, digits: number): string {
  const digest = createHmac('sha256', config.IDENTITY_SIGNING_KEYS[0].d).update(`text ${codeId}`).digest();
  return String(digest.readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0');
}

type CodeOrigin = 'STRANGER' | 'KNOWN_DEVICE' | 'PHONE';

/** All accounts of one mailbox share the codes that verify a number. */
export type CodeAsker = CodeOrigin | { mailbox: Mailbox };

/** Each mailbox and origin has its own row, so that strangers cannot use up the owner's codes. */
export const phoneLimitKey = (number: string, asker: CodeAsker) => {
  if (typeof asker === 'object') return `PROVE ${number} ${asker.mailbox}`;
  return asker === 'STRANGER' ? `LOG_IN ${number}` : `LOG_IN ${number} ${asker}`;
};

export const hashCode = ({ seal }: Pick<Deps, 'seal'>, { codeId, code }: { codeId: string; code: string }) =>
  seal.keyedHash(`code ${codeId} ${code}`);

export const PHONE_CODE: TextKind<{ codeId: string; digits?: number }> = {
  name: 'PHONE_CODE',
  isUrgent: true,
  async write(deps, { userId, codeId, digits = CODE_LENGTH, at: askedAt }) {
    if (userId === null) return undefined;
    const code = derivePhoneCode(deps, codeId, digits);
    const codeHash = hashCode(deps, { codeId, code });
    const to = await storeCode(deps.db, { codeId, codeHash, askedAt });
    // If the text contains the host, browsers fill in the code on pages of this host.
    return to === undefined
      ? undefined
      : { to, text: words.code(code, new URL(deps.config.PUBLIC_URL).hostname) };
  },
};

/** The queue stores the number in encrypted form. */
export const PHONE_REPLACED: TextKind<{ sealedNumber: string }> = {
  name: 'PHONE_REPLACED',
  isUrgent: true,
  write: async ({ seal }, { sealedNumber }) => ({ to: seal.open(sealedNumber), text: words.replaced }),
};

const UNUSED = 'UNUSED_CODES_PER_INSTALLATION_PER_HOUR';

interface CodeRequest extends Omit<AskedCode, 'numberHash' | 'codeId' | 'digits'> {
  asker: CodeAsker;
  ofUserId: string | null;
  count?: () => Promise<void>;
}

/**
 * For an unknown number, the same work is done, but nothing is sent or counted. The shared limits are locked
 * last, in the same order as in `verifyPhoneCode`; another order could deadlock.
 */
export async function queueCode(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  { ofUserId, asker, count, ...asked }: CodeRequest,
): Promise<{ secondsToNext: number }> {
  const { purpose, number, isReserved } = asked;
  const digits = asker === 'PHONE' ? DIALLED_CODE_LENGTH : CODE_LENGTH;
  const numberHash = deps.seal.keyedHash(phoneLimitKey(number, asker));
  const codeId = crypto.randomUUID();
  const secondsToNext = await replaceCode(trx, { ...asked, numberHash, codeId, digits });
  if (secondsToNext === undefined)
    throw new Failure('TOO_MANY_REQUESTS', [], await findSecondsToNext(trx, { numberHash, digits }));
  await queueText(deps, trx, PHONE_CODE, { userId: ofUserId, codeId, digits });
  await count?.();
  await countUnusedShare(deps, trx, { purpose, isReserved, many: ofUserId === null ? 0 : 1 });
  return { secondsToNext };
}

type CodeShare = Pick<AskedCode, 'purpose' | 'isReserved'>;
const codeShareKey = ({ purpose, isReserved }: CodeShare) => `${purpose} ${isReserved ? 'reserved' : 'open'}`;

/**
 * Strangers may use about a third of the codes of an hour. The share is random: a fixed one would show
 * whether a request was counted, and so whether the number has an account.
 */
async function countUnusedShare(
  { config, limiter, log }: Deps,
  trx: Transaction<IdentityTables>,
  { many, ...share }: CodeShare & { many: number },
): Promise<void> {
  const size = Math.ceil((config[UNUSED] * (share.isReserved ? 2 : 1)) / 3);
  const blur = Math.floor(size / 4);
  const { counted, secondsLeft } = await limiter.count(trx, UNUSED, codeShareKey(share), many);
  if (many > 0 && counted === size - blur)
    log.warn(share, 'the hourly codes by text are used up: there may be an attack');
  if (counted - many >= size - randomInt(blur + 1)) throw new Failure('NO_TEXT_SENT', [], secondsLeft);
}

/** Codes that were used no longer count, because only unused codes are a sign of fraud. */
const uncountUnused = (
  { limiter }: Pick<Deps, 'limiter'>,
  trx: Transaction<IdentityTables>,
  share: CodeShare,
) => limiter.uncount(trx, UNUSED, codeShareKey(share), 1);

type Tried = Omit<TriedCode, 'numberHashes' | 'digits' | 'purpose'> & {
  number: string;
  code: string;
  /** Undefined for a log-in, because no mailbox is known. */
  mailbox?: Mailbox;
};

/**
 * A code that is entered in a browser is not compared with the USSD code. Otherwise guesses at the shorter
 * codes of browsers would use up the tries of the USSD code.
 */
const logInAskers = (isDialled: boolean): CodeAsker[] =>
  isDialled ? ['PHONE'] : ['STRANGER', 'KNOWN_DEVICE'];

const hashesFor = ({ seal }: Pick<Deps, 'seal'>, number: string, askers: CodeAsker[]) =>
  askers.flatMap((asker) => seal.keyedHashes(phoneLimitKey(number, asker)));

export const isAskedHere = (
  deps: Pick<Deps, 'db' | 'seal'>,
  number: string,
  flowHash: Buffer,
): Promise<boolean> => hasLiveCode(deps.db, hashesFor(deps, number, logInAskers(false)), flowHash);

/**
 * Counts the try before it compares the code. If `then` returns undefined, the code is refused. Guesses over
 * all numbers are limited by the number of sent codes (docs/decisions/0074).
 */
export async function verifyPhoneCode<Result extends { isUsedUp: boolean }>(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  { number, code, mailbox, ...tried }: Tried,
  then: (of: { isReserved: boolean }) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const isDialled = code.length === DIALLED_CODE_LENGTH;
  const digits = isDialled ? DIALLED_CODE_LENGTH : CODE_LENGTH;
  const purpose = mailbox === undefined ? 'LOG_IN' : 'PROVE';
  const askers = mailbox === undefined ? logInAskers(isDialled) : [{ mailbox }];
  const numberHashes = hashesFor(deps, number, askers);
  const found = await countCodeTry(trx, { ...tried, purpose, numberHashes, digits });
  if (!found) return undefined;
  const { codeId, codeHash, isReserved } = found;
  const [given, right] = [hashCode(deps, { codeId, code }), codeHash ?? ''].map(Buffer.from);
  if (given?.length !== right?.length || !timingSafeEqual(given!, right!)) return undefined;
  const result = await then({ isReserved });
  if (!result) return undefined;
  await uncountRightTry(trx, { codeId, isUsedUp: result.isUsedUp });
  if (result.isUsedUp) await uncountUnused(deps, trx, { purpose, isReserved });
  return result;
}

export function deleteOldCodes(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`counted_from < now() - interval '1 day' and next_at < now() and expires_at < now()`;
  return deleteSome(db, most, { table: 'identity.phone_codes', key: 'number_hash', where });
}
