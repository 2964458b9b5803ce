import { completionWords } from '@app/words/own-submissions.ts';
import { researcherMeetingWords } from '@app/words/researcher-meetings.ts';
import { formatCompletionCode } from '@app/words/submissions.ts';
import { type QueryClient, onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { meetingKeys, submissionKey } from '../../api/keys.ts';
import { failureMessage } from '../../api/failure.ts';
import { type PendingCall, isCallPending, pendingCalls } from '../../product/pending-calls.ts';
import { findRefusal, isInFlight, sendCheckIn, sendCode } from '../../product/send-pending-call.ts';
import { endTitle } from '../../product/submissions/submission-lines.ts';
import { useAttempts } from '../../product/use-attempts.ts';
import { toast } from '../../ui/toast.ts';

let isSending = false;

async function send(call: PendingCall): Promise<string> {
  if (call.kind === 'CHECK_IN') {
    await sendCheckIn(call);
    return researcherMeetingWords.checkedLater(call.name);
  }
  const { meaning, submission } = await sendCode(call.id);
  return submission ? completionWords.sentLater(endTitle(submission)) : completionWords.testTitle[meaning];
}

function refusalText(call: PendingCall, reason: string): string {
  return call.kind === 'CHECK_IN'
    ? researcherMeetingWords.refusedLater(call.name, reason)
    : completionWords.refusedLater(formatCompletionCode(call.id), reason);
}

async function sendPendingCalls(client: QueryClient): Promise<void> {
  if (isSending || !onlineManager.isOnline()) return;
  isSending = true;
  try {
    for (const { id } of pendingCalls()) {
      // In the meantime, the call may have been replaced by a newer word or by a mark without a word.
      const call = pendingCalls().find((pending) => pending.id === id);
      if (!call || isInFlight(call)) continue;
      await send(call).then(toast.success, (error: unknown) => {
        // After other failures the call stays pending. It is sent again soon.
        if (findRefusal(call.kind, error)) toast.error(refusalText(call, failureMessage(error)));
      });
      const queryKey = call.kind === 'CHECK_IN' ? meetingKeys.all() : submissionKey();
      if (!isCallPending(id)) await client.invalidateQueries({ queryKey });
    }
  } finally {
    isSending = false;
  }
}

export function PendingCallsSender(): null {
  const client = useQueryClient();
  const attempt = () => void sendPendingCalls(client);
  const attemptAtOnce = useEffectEvent(attempt);
  useEffect(() => attemptAtOnce(), []);
  useAttempts(attempt);
  return null;
}
