import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { UNSENT_BECAUSE, writeToApplicants as toMany } from '@app/contracts/project/messages.ts';
import { paths } from '@app/contracts/web-paths.ts';
import type { Transaction } from 'kysely';
import { MINUTE_SECONDS } from '@app/contracts/durations.ts';
import type { Deps } from '../deps.ts';
import { EMAILS, type WriteEmail } from '../emails/queue-email.ts';
import {
  countThreadsLeftToday,
  findSentMessages,
  findThreads,
  findThreadsUnreadByOther,
  type FoundThread,
  type ThreadReader,
} from './reads.ts';
import { lockThreads, insertMessages, type NewMessage, notifyOfMessages } from './write-messages.ts';
import type { ProjectTables } from '../schema.ts';

/** If a message is read within this time, no email is sent. */
const EMAIL_AFTER_SECONDS = 10 * MINUTE_SECONDS;

type Because = (typeof UNSENT_BECAUSE)[number];
interface OutgoingMessage {
  callId: string;
  text: string;
}
type SendResult = { number: number; to: string } | { because: Because };

/**
 * One order of locks prevents deadlocks. The caller must lock the author, so that the daily limit counts the
 * messages in all threads.
 */
async function writeMessages(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  {
    author,
    applicationIds,
    studyId,
  }: { author: ThreadReader; applicationIds: readonly string[]; studyId?: string },
  words: OutgoingMessage,
): Promise<Map<string, SendResult>> {
  const outcome = new Map<string, SendResult>(applicationIds.map((id) => [id, { because: 'NOT_FOUND' }]));
  const writable: FoundThread[] = [];
  for (const thread of await findThreads(trx, author, applicationIds)) {
    const { applicationId, state } = thread;
    if ((studyId ?? thread.studyId) !== thread.studyId) continue;
    if (state === 'LEFT' || state === 'CLOSED' || state === 'NOT_YET')
      outcome.set(applicationId, { because: state });
    else writable.push(thread);
  }
  if (writable.length === 0) return outcome;
  const ids = writable.map(({ applicationId }) => applicationId);
  const locked = await lockThreads(trx, writable);
  const sent = await findSentMessages(trx, ids, words.callId);
  let threadsLeft = await countThreadsLeftToday(trx, author.userId);
  const messages: (NewMessage & { to: string })[] = [];
  for (const thread of writable) {
    const { applicationId } = thread;
    const to = author.userId === thread.applicantId ? thread.researcherId : thread.applicantId;
    const { lastNumber = 0, isBlocked = false } = locked.get(applicationId) ?? {};
    const number = sent.get(applicationId);
    if (number !== undefined) outcome.set(applicationId, { number, to });
    else if (isBlocked) outcome.set(applicationId, { because: 'BLOCKED' });
    else if (lastNumber === 0 && threadsLeft === 0) outcome.set(applicationId, { because: 'TOO_MANY' });
    else {
      if (lastNumber === 0) threadsLeft -= 1;
      messages.push({ thread, number: lastNumber + 1, to });
    }
  }
  if (messages.length === 0) return outcome;
  const unread = await findThreadsUnreadByOther(trx, ids, author);
  const inserted = await insertMessages(trx, messages, { ...words, authorId: author.userId });
  const written = messages.filter(({ thread }) => inserted.has(thread.applicationId));
  for (const { thread, number, to } of written) outcome.set(thread.applicationId, { number, to });
  const unnotified = written.filter(({ thread }) => !unread.has(thread.applicationId));
  if (unnotified.length === 0) return outcome;
  await notifyOfMessages(trx, unnotified);
  for (const { thread, number, to } of unnotified) {
    const email = {
      userId: to,
      kind: 'MESSAGE_UNREAD',
      about: `${thread.applicationId}:${number}`,
    } as const;
    await deps.jobs.send(trx, EMAILS, email, { afterSeconds: EMAIL_AFTER_SECONDS });
  }
  return outcome;
}

export async function writeMessage(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  { author, applicationId }: { author: ThreadReader; applicationId: string },
  words: OutgoingMessage,
): Promise<SendResult> {
  const outcome = await writeMessages(deps, trx, { author, applicationIds: [applicationId] }, words);
  return outcome.get(applicationId) ?? { because: 'NOT_FOUND' };
}

/** The caller must check that the researcher owns the study. */
export async function writeToApplicants(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  about: { author: ThreadReader; studyId: string; applicationIds: readonly string[] },
  words: OutgoingMessage,
): Promise<ReplyOf<typeof toMany> & { notified: string[] }> {
  const outcome: ReplyOf<typeof toMany> & { notified: string[] } = { sent: [], unsent: [], notified: [] };
  for (const [applicationId, done] of await writeMessages(deps, trx, about, words)) {
    if ('because' in done) {
      outcome.unsent.push({ applicationId, because: done.because });
      continue;
    }
    outcome.sent.push(applicationId);
    outcome.notified.push(done.to);
  }
  return outcome;
}

/**
 * `about` is the id of the application and the number of the message. The email does not contain the message
 * itself.
 */
export const writeMessageUnread: WriteEmail = async ({ db }, { userId, about }) => {
  const [, applicationId, number] = /^([\da-f-]{36}):(\d{1,9})$/.exec(about) ?? [];
  if (applicationId === undefined) return undefined;
  const thread = await db
    .selectFrom('project.threads as thread')
    .innerJoin('project.studies as study', 'study.study_id', 'thread.study_id')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select(['study.name', 'study.public_name as publicName', 'thread.participant_id as participantId'])
    .where('thread.application_id', '=', applicationId)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('thread.participant_id', '=', userId),
          eb('thread.participant_read', '<', Number(number)),
          eb('thread.participant_blocked_at', 'is', null),
        ]),
        eb.and([
          eb('thread.researcher_id', '=', userId),
          eb('thread.researcher_read', '<', Number(number)),
          eb('thread.researcher_blocked_at', 'is', null),
          eb('study.deleted_at', 'is', null),
          eb('project.deleted_at', 'is', null),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (!thread) return undefined;
  const study = thread.participantId === userId ? thread.publicName : thread.name;
  return { params: { study }, path: paths.conversation(applicationId), event: null };
};
