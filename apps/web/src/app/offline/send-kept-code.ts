import { completionWords as words } from '@app/words/own-submissions.ts';
import type { QueryClient } from '@tanstack/react-query';
import { submissionKey } from '../../api/keys.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { sendCode } from '../../product/submissions/kept-code.ts';
import { toast } from '../../ui/toast.ts';

export async function sendKeptCode(code: string, client: QueryClient): Promise<void> {
  try {
    await sendCode(code);
    toast.success(words.sentLater);
  } catch (error) {
    toastFailure(error);
  }
  await client.invalidateQueries({ queryKey: submissionKey() });
}
