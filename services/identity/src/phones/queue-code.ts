import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { CODE_LENGTH, DIALLED_CODE_LENGTH } from '@app/contracts/identity/phones.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { queueText } from '../texts/queue-text.ts';
import { type CodeAsker, countedAs } from './code.ts';
import { type AskedCode, findSecondsToNext, replaceCode } from './queries.ts';
import { PHONE_CODE } from './texts.ts';

const UNUSED = 'UNUSED_CODES_PER_INSTALLATION_PER_HOUR';

interface CodeRequest extends Omit<AskedCode, 'numberHash' | 'codeId' | 'digits'> {
  asker: CodeAsker;
  /** Null for a number without an account. */
  ofUserId: string | null;
  /** Further counts, which refuse the code. */
  count?: () => Promise<void>;
}

/**
 * Queues the text with a code, which ends the code before it, and gives the seconds until the number may have another.
 * Throws TOO_MANY_REQUESTS while the number has to wait, and NO_TEXT_SENT once the hour has had its unused codes: then nothing
 * is left behind. For an unknown number it does the same work, sends nothing and counts nothing. The counts are shared by many people,
 * so they are locked last, in the same order as where a code is used; another order could deadlock.
 */
export async function queueCode(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  { ofUserId, asker, count, ...asked }: CodeRequest,
): Promise<{ secondsToNext: number }> {
  const { purpose, number, isReserved } = asked;
  const digits = asker === 'PHONE' ? DIALLED_CODE_LENGTH : CODE_LENGTH;
  const numberHash = deps.seal.keyedHash(countedAs(number, asker));
  const codeId = crypto.randomUUID();
  const secondsToNext = await replaceCode(trx, { ...asked, numberHash, codeId, digits });
  if (secondsToNext === undefined)
    throw new Failure('TOO_MANY_REQUESTS', [], await findSecondsToNext(trx, { numberHash, digits }));
  await queueText(deps, trx, PHONE_CODE, { userId: ofUserId, codeId, digits });
  await count?.();
  await countUnused(deps, trx, { purpose, isReserved, many: ofUserId === null ? 0 : 1 });
  return { secondsToNext };
}

type Share = Pick<AskedCode, 'purpose' | 'isReserved'>;
const shareKey = ({ purpose, isReserved }: Share) => `${purpose} ${isReserved ? 'reserved' : 'open'}`;

/**
 * A third of the hour's codes may go to strangers and new accounts. Where that share ends varies with each request: at a fixed
 * end, the next answer would tell whether the number before it was counted, and so has an account.
 */
async function countUnused(
  { config, limiter, log }: Deps,
  trx: Transaction<IdentityTables>,
  { many, ...share }: Share & { many: number },
): Promise<void> {
  const size = Math.ceil((config[UNUSED] * (share.isReserved ? 2 : 1)) / 3);
  const blur = Math.floor(size / 4);
  const { counted, secondsLeft } = await limiter.count(trx, UNUSED, shareKey(share), many);
  if (many > 0 && counted === size - blur)
    log.warn(share, 'the hour has had its codes by text: somebody may be asking for them in bulk');
  if (counted - many >= size - randomInt(blur + 1)) throw new Failure('NO_TEXT_SENT', [], secondsLeft);
}

/** Only codes that nobody uses are what a fraudster causes. */
export const giveBackUnused = (
  { limiter }: Pick<Deps, 'limiter'>,
  trx: Transaction<IdentityTables>,
  share: Share,
) => limiter.giveBack(trx, UNUSED, shareKey(share), 1);
