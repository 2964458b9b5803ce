import { accountWords } from '@app/words/accounts.ts';
import { accountDeletionWords as words } from '@app/words/account-deletion.ts';
import type { sendEmailChangeCode } from '@app/contracts/identity/email-change.ts';
import type { sendAccountDeletionCode } from '@app/contracts/identity/account-deletion.ts';
import { EmailCode } from '@app/contracts/identity/person.ts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { callIdentity } from '../../../api/call.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { CodeInput } from '../../../forms/code-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.ts';

interface CodeEmailProps {
  email: string;
  text: string;
  endpoint: typeof sendAccountDeletionCode | typeof sendEmailChangeCode;
}

function CodeEmail({ email, text, endpoint }: CodeEmailProps) {
  const codeRequest = useSingleCall(['code', endpoint.path], {
    mutationFn: () => callIdentity(endpoint),
    onSuccess: () => toast.success(words.codeSent(email)),
  });
  return (
    <div>
      <p className="mb-3 max-w-text text-cocoa-2">{text}</p>
      <Button
        variant="secondary"
        size="small"
        isBusy={codeRequest.isPending}
        onClick={() => codeRequest.mutate()}
      >
        {codeRequest.isSuccess ? words.sendCodeAgain : words.sendCode}
      </Button>
    </div>
  );
}

interface OwnerProofProps {
  email: string;
  hasPassword: boolean;
  passwordHint: string;
  codeText: string;
  endpoint: CodeEmailProps['endpoint'];
  field: (name: 'password' | 'code') => UseFormRegisterReturn & { error: string | undefined };
}

export function OwnerProof({ email, hasPassword, passwordHint, codeText, endpoint, field }: OwnerProofProps) {
  return hasPassword ? (
    <PasswordInput
      label={accountWords.currentPassword}
      autoComplete="current-password"
      hint={passwordHint}
      {...field('password')}
    />
  ) : (
    <>
      <CodeEmail email={email} text={codeText} endpoint={endpoint} />
      <CodeInput label={words.code} hint={words.codeHint} code={EmailCode} {...field('code')} />
    </>
  );
}
