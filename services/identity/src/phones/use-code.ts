import { timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import { Failure } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { countedAs, hashCode } from './code.ts';
import { type TriedCode, countTry, settleTry } from './queries.ts';
import { giveBackUnused } from './queue-code.ts';

const WRONG = 'WRONG_CODES_PER_INSTALLATION_PER_HOUR';

type Tried = Omit<TriedCode, 'numberHashes'> & { number: string; code: string };

/**
 * Whether it is the code that the number got, for whoever asked for it; `then` does what it opens, and says whether the
 * code is used up by that, or undefined where it may open nothing. Each try counts for the code, the number and the
 * installation before it is compared, and a wrong one stays counted: guesses at many numbers have one limit
 * (docs/decisions/0074). Undefined if it is not right.
 */
export async function useCode<Result extends { isUsedUp: boolean }>(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  { number, code, purpose, ...tried }: Tried,
  then: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const numberHashes = deps.seal.keyedHashes(countedAs(purpose, number));
  const found = await countTry(trx, { ...tried, purpose, numberHashes });
  if (!found) return undefined;
  const { isWithin, isLast, secondsLeft } = await deps.limiter.count(trx, WRONG, purpose);
  // Refused, it leaves no try behind: nothing was compared.
  if (!isWithin) throw new Failure('TOO_MANY_REQUESTS', [], secondsLeft);
  const { codeId, codeHash } = found;
  const [given, right] = [hashCode(deps, { codeId, code }), codeHash ?? ''].map(Buffer.from);
  if (given?.length !== right?.length || !timingSafeEqual(given!, right!)) {
    if (isLast) deps.log.error({ purpose }, 'no code by text works until the hour ends: too many were wrong');
    return undefined;
  }
  const result = await then();
  if (!result) return undefined;
  await settleTry(trx, { codeId, isUsedUp: result.isUsedUp });
  await deps.limiter.giveBack(trx, WRONG, purpose, 1);
  if (result.isUsedUp) await giveBackUnused(deps, trx, purpose);
  return result;
}
