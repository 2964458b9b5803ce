import { timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import { CODE_LENGTH, DIALLED_CODE_LENGTH } from '@app/contracts/identity/phones.ts';
import type { Mailbox } from '@app/kit/mailbox.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { type CodeAsker, countedAs, hashCode } from './code.ts';
import { type TriedCode, countTry, hasLiveCode, settleTry } from './queries.ts';
import { giveBackUnused } from './queue-code.ts';

type Tried = Omit<TriedCode, 'numberHashes' | 'digits' | 'purpose'> & {
  number: string;
  code: string;
  /** Of who proves the number; a log-in has none. */
  mailbox?: Mailbox;
};

/** Guesses at the short codes of browsers must not use up the tries of a code that the phone has dialled for. */
const logInAskers = (isDialled: boolean): CodeAsker[] =>
  isDialled ? ['PHONE'] : ['STRANGER', 'KNOWN_DEVICE'];

const hashesFor = ({ seal }: Pick<Deps, 'seal'>, number: string, askers: CodeAsker[]) =>
  askers.flatMap((asker) => seal.keyedHashes(countedAs(number, asker)));

/** Whether the browser of this cookie has asked for a code to log in that still works. */
export const isAskedHere = (
  deps: Pick<Deps, 'db' | 'seal'>,
  number: string,
  flowHash: Buffer,
): Promise<boolean> => hasLiveCode(deps.db, hashesFor(deps, number, logInAskers(false)), flowHash);

/**
 * Whether it is the code that the number got, for whoever asked for it; `then` does what it opens, and says whether the
 * code is used up by that, or undefined where it may open nothing. Each try counts for the code and the number before it is
 * compared, and a wrong one stays counted. Nothing else refuses a right code: how many codes are sent limits the guesses at
 * all numbers together (docs/decisions/0074). Undefined if it is not right.
 */
export async function useCode<Result extends { isUsedUp: boolean }>(
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
  const found = await countTry(trx, { ...tried, purpose, numberHashes, digits });
  if (!found) return undefined;
  const { codeId, codeHash, isReserved } = found;
  const [given, right] = [hashCode(deps, { codeId, code }), codeHash ?? ''].map(Buffer.from);
  if (given?.length !== right?.length || !timingSafeEqual(given!, right!)) return undefined;
  const result = await then({ isReserved });
  if (!result) return undefined;
  await settleTry(trx, { codeId, isUsedUp: result.isUsedUp });
  if (result.isUsedUp) await giveBackUnused(deps, trx, { purpose, isReserved });
  return result;
}
