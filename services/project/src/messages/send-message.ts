import type { Transaction } from 'kysely';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { UNSENT_BECAUSE, writeToApplicants as toMany } from '@app/contracts/project/messages.ts';
import type { Deps } from '../deps.ts';
import { LETTERS } from '../letters/queue-letter.ts';
import type { ProjectTables } from '../schema.ts';
import { type FoundThread, type Reader, findThread } from './find-thread.ts';
import {
  type HeldThread,
  countThreadsLeft,
  findSent,
  hasUnread,
  holdThread,
  insertMessage,
  tellOfMessage,
} from './queries.ts';

/** Who reads it by then gets no letter. */
export const LETTER_AFTER_SECONDS = 10 * 60;

type Because = (typeof UNSENT_BECAUSE)[number];
interface Words {
  callId: string;
  text: string;
}
type Sent = { number: number; to: string } | { because: Because };

/**
 * Writes to the other side of an application. Its thread is held (row lock), so a block that comes at the same moment is
 * before or after it. Whoever writes is held as well: of many conversations that they begin at once, each is counted.
 */
export async function writeMessage(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  { author, applicationId, studyId }: { author: Reader; applicationId: string; studyId?: string },
  words: Words,
): Promise<Sent> {
  const thread = await findThread(trx, author, applicationId);
  if (!thread || (studyId ?? thread.studyId) !== thread.studyId) return { because: 'NOT_FOUND' };
  const { state } = thread;
  if (state === 'LEFT' || state === 'CLOSED' || state === 'NOT_YET') return { because: state };
  const held = await holdThread(trx, thread);
  const to = author.userId === thread.applicantId ? thread.researcherId : thread.applicantId;
  const sent = await findSent(trx, applicationId, words.callId);
  if (sent !== undefined) return { number: sent, to };
  if (held.isBlockedByParticipant || held.isBlockedByResearcher) return { because: 'BLOCKED' };
  if (held.lastNumber === 0 && (await countThreadsLeft(trx, author.userId)) === 0)
    return { because: 'TOO_MANY' };
  const number = held.lastNumber + 1;
  const isNews = !(await hasUnread(trx, applicationId, {
    authorId: author.userId,
    after: readBy(to, thread, held),
  }));
  if (!(await insertMessage(trx, thread, number, { ...words, authorId: author.userId })))
    return { because: 'NOT_FOUND' };
  if (isNews) {
    await tellOfMessage(trx, thread, { userId: to, number });
    const letter = { userId: to, kind: 'MESSAGE_UNREAD', about: `${applicationId}:${number}` } as const;
    await deps.jobs.send(trx, LETTERS, letter, { afterSeconds: LETTER_AFTER_SECONDS });
  }
  return { number, to };
}

const readBy = (userId: string, { applicantId }: FoundThread, held: HeldThread): number =>
  userId === applicantId ? held.participantRead : held.researcherRead;

/** The same to many applicants of a study that is known to be the researcher's. In one order, so that two calls do not wait for each other. */
export async function writeToApplicants(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  { author, studyId, applicationIds }: { author: Reader; studyId: string; applicationIds: readonly string[] },
  words: Words,
): Promise<ReplyOf<typeof toMany> & { told: string[] }> {
  const outcome: ReplyOf<typeof toMany> & { told: string[] } = { sent: [], unsent: [], told: [] };
  for (const applicationId of applicationIds.toSorted()) {
    const done = await writeMessage(deps, trx, { author, studyId, applicationId }, words);
    if ('because' in done) {
      outcome.unsent.push({ applicationId, because: done.because });
      continue;
    }
    outcome.sent.push(applicationId);
    outcome.told.push(done.to);
  }
  return outcome;
}
