import type { sendEmailChangeCode } from '@app/contracts/identity/email-change.ts';
import type { sendLeavingCode } from '@app/contracts/identity/leaving.ts';
import { leavingMessages as words } from '@app/words/leaving.ts';
import { callIdentity } from '../../../api/call.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';

export interface CodeLetterProps {
  email: string;
  text: string;
  endpoint: typeof sendLeavingCode | typeof sendEmailChangeCode;
}

/** Asks for the letter with a code, for whoever has no password. */
export function CodeLetter({ email, text, endpoint }: CodeLetterProps) {
  const letter = useSingleCall(['code', endpoint.path], {
    mutationFn: () => callIdentity(endpoint),
    onSuccess: () => toast.success(words.codeSent(email)),
  });
  return (
    <div>
      <p className="mb-3 max-w-text text-cocoa-2">{text}</p>
      <Button variant="secondary" size="small" isBusy={letter.isPending} onClick={() => letter.mutate()}>
        {letter.isSuccess ? words.sendCodeAgain : words.sendCode}
      </Button>
    </div>
  );
}
