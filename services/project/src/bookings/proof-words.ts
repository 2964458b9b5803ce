import { sql } from 'kysely';
import { type BookingState, MOST_WRONG_ENTRIES, OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { FIRST_WORDS, SECOND_WORDS } from '@app/words/proof-words.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { MEETING_STATES, isOneOf } from './states.ts';

const LIST_LENGTH = FIRST_WORDS.length;

const selectPairPart = (number: ReturnType<typeof sql>) => sql<number | null>`(
  select ${number} from project.proof_words as words where words.booking_id = booking.booking_id)`;

export const proofPair = selectPairPart(sql`words.pair`);
/** Pages of the researcher read only this part, so they cannot show the second word. */
export const firstWordNumber = selectPairPart(sql`words.pair / ${LIST_LENGTH}::int`);

const spell = (pair: number) => ({
  first: FIRST_WORDS[Math.floor(pair / LIST_LENGTH)] ?? '',
  second: SECOND_WORDS[pair % LIST_LENGTH] ?? '',
});

/** If a meeting is cancelled or marked, it needs no words. */
export const spellProofWords = ({
  state,
  proofPair: pair,
}: {
  state: BookingState;
  proofPair: number | null;
}) => (isOneOf(MEETING_STATES, state) && pair !== null ? spell(pair) : null);

export const spellFirstWord = (state: BookingState, first: number | null) =>
  (isOneOf(MEETING_STATES, state) && first !== null && FIRST_WORDS[first]) || null;

/**
 * The caller must lock the booking, and must commit even after a refusal, because wrong entries are counted.
 * An entry that is sent twice counts once.
 */
export async function enterProofWord(
  trx: Db,
  bookingId: string,
  word: string,
): Promise<'PROOF_WORD_WRONG' | 'PROOF_WORDS_ENDED' | undefined> {
  const entry = word.toLowerCase().split(/\s+/).filter(Boolean).join(' ');
  const row = await trx
    .selectFrom('project.proof_words')
    .select(['pair', 'wrong_entries as wrongEntries'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst();
  if (!row || row.wrongEntries.length >= MOST_WRONG_ENTRIES) return 'PROOF_WORDS_ENDED';
  const { first, second } = spell(row.pair);
  if (entry === second || entry === `${first} ${second}`) {
    await trx
      .updateTable('project.bookings')
      .set({ proven_at: sql<Date>`coalesce(proven_at, now())` })
      .where('booking_id', '=', bookingId)
      .execute();
    return undefined;
  }
  if (!row.wrongEntries.includes(entry))
    await trx
      .updateTable('project.proof_words')
      .set({ wrong_entries: sql<string[]>`array_append(wrong_entries, ${entry}::text)` })
      .where('booking_id', '=', bookingId)
      .execute();
  return 'PROOF_WORD_WRONG';
}

/** After this, a mark is no longer possible, so the words are not needed. */
export async function forgetProofWords({ db }: Pick<Deps, 'db'>): Promise<void> {
  await sql`
    delete from project.proof_words
    where day + 1 < (now() - ${OPEN_HOURS}::int * interval '1 hour') at time zone 'UTC'`.execute(db);
}
