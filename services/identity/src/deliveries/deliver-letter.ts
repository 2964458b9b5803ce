import { transaction } from '@app/kit/database.ts';
import { MailboxRefused } from '@app/kit/mail-refusals.ts';
import type { Deps } from '../deps.ts';
import { assertCopiesLeft, sendEmail } from './email.ts';
import { type LetterJob, type LetterKind, sendJob } from './queue-letter.ts';
import { forgetRefused, noteRefused } from './refused-mailboxes.ts';

/** Writes and hands over one letter; throws if it could not leave, and is then called again later. */
export async function deliverLetter(deps: Deps, kinds: readonly LetterKind[], job: LetterJob): Promise<void> {
  const { id, userId, doubts = 0 } = job;
  assertCopiesLeft(doubts);
  if (userId === null) return;
  const kind = kinds.find(({ name }) => name === job.kind);
  // Queued by a node of another version: it waits for one that knows it.
  if (!kind) throw new Error(`No letter is called ${job.kind}`);
  const letter = await kind.write(deps, { ...job, userId });
  if (!letter) return;
  const mailbox = { userId, email: letter.to };
  const again = await sendEmail(deps, { id, doubts, ...letter }).catch(async (error: unknown) => {
    if (!(error instanceof MailboxRefused)) throw error;
    if (kind.refused) return kind.refused(deps, job).then(() => 'REFUSED' as const);
    await noteRefused(deps.db, mailbox);
    throw error;
  });
  if (again === 'REFUSED') return;
  if (!again) return forgetRefused(deps.db, mailbox);
  const { doubts: newDoubts, afterSeconds } = again;
  await transaction(deps.db, (trx) =>
    sendJob(deps, trx, kind, { ...job, doubts: newDoubts }, { afterSeconds }),
  );
}
