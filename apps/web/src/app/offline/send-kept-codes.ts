import { completionWords as words } from '@app/words/own-submissions.ts';
import { formatCompletionCode } from '@app/words/submissions.ts';
import type { QueryClient } from '@tanstack/react-query';
import { submissionKey } from '../../api/keys.ts';
import { failureMessage } from '../../api/failure.ts';
import { findRefusal, keptCodes, sendCode } from '../../product/submissions/kept-codes.ts';
import { endTitle } from '../../product/submissions/submission-lines.ts';
import { toast } from '../../ui/toast.ts';

let isSending = false;

async function sendKeptCode(code: string): Promise<void> {
  try {
    const { meaning, submission } = await sendCode(code);
    toast.success(submission ? words.sentLater(endTitle(submission)) : words.testTitle[meaning]);
  } catch (error) {
    // After other failures the code is still kept, and the next attempt follows soon.
    if (findRefusal(error))
      toast.error(words.refusedLater(formatCompletionCode(code), failureMessage(error)));
  }
}

export async function sendKeptCodes(client: QueryClient): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (const code of keptCodes()) await sendKeptCode(code);
    await client.invalidateQueries({ queryKey: submissionKey() });
  } finally {
    isSending = false;
  }
}
