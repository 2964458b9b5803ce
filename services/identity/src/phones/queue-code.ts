import type { Transaction } from 'kysely';
import { Failure } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import type { CodePurpose, IdentityTables } from '../schema.ts';
import { queueText } from '../texts/queue-text.ts';
import { countedAs } from './code.ts';
import { type AskedCode, findSecondsToNext, replaceCode } from './queries.ts';
import { PHONE_CODE } from './texts.ts';

const UNUSED = 'UNUSED_CODES_PER_INSTALLATION_PER_HOUR';

/**
 * Queues the text with a code, which ends the code before it, and gives the seconds until the number may have another.
 * Throws TOO_MANY_REQUESTS while the number has to wait, whoever has it. For a number of nobody it does the same work and
 * sends nothing, which counts apart: it must not use up the texts of others.
 */
export async function queueCode(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  {
    number,
    ofUserId,
    purpose,
    ...asked
  }: Omit<AskedCode, 'numberHash' | 'codeId'> & { ofUserId: string | null },
): Promise<{ secondsToNext: number }> {
  const numberHash = deps.seal.keyedHash(countedAs(purpose, number));
  const codeId = crypto.randomUUID();
  const secondsToNext = await replaceCode(trx, { ...asked, purpose, number, numberHash, codeId });
  if (secondsToNext === undefined)
    throw new Failure('TOO_MANY_REQUESTS', [], await findSecondsToNext(trx, numberHash));
  const { isWithin, isLast, secondsLeft } = await deps.limiter.count(
    trx,
    UNUSED,
    ofUserId === null ? 'nobody' : purpose,
  );
  if (isLast && ofUserId !== null)
    deps.log.warn({ purpose }, 'the hour has had its codes by text: somebody may be asking for them in bulk');
  // Who proves a number hides nothing from themselves: they may try again later, and nothing is left behind.
  if (!isWithin && purpose === 'PROVE') throw new Failure('TOO_MANY_REQUESTS', [], secondsLeft);
  // The same answer and work, since what only numbers with an account get would show which those are.
  await queueText(deps, trx, PHONE_CODE, { userId: isWithin ? ofUserId : null, codeId });
  return { secondsToNext };
}

/** Only codes that nobody uses are what a fraudster causes. */
export const giveBackUnused = (
  { limiter }: Pick<Deps, 'limiter'>,
  trx: Transaction<IdentityTables>,
  purpose: CodePurpose,
) => limiter.giveBack(trx, UNUSED, purpose, 1);
