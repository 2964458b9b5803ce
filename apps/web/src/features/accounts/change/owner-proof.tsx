import { accountMessages } from '@app/words/accounts.ts';
import { leavingMessages as words } from '@app/words/leaving.ts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { CodeLetter, type CodeLetterProps } from './code-letter.tsx';

interface OwnerProofProps {
  /** Of the account as it is. */
  email: string;
  hasPassword: boolean;
  passwordHint: string;
  codeText: string;
  endpoint: CodeLetterProps['endpoint'];
  field: (name: 'password' | 'code') => UseFormRegisterReturn & { error: string | undefined };
}

/** Who asks is the owner: by the password or, where there is none, by the code of a letter. */
export function OwnerProof({ email, hasPassword, passwordHint, codeText, endpoint, field }: OwnerProofProps) {
  return hasPassword ? (
    <PasswordInput
      label={accountMessages.currentPassword}
      autoComplete="current-password"
      hint={passwordHint}
      {...field('password')}
    />
  ) : (
    <>
      <CodeLetter email={email} text={codeText} endpoint={endpoint} />
      <TextInput
        label={words.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={words.codeHint}
        {...field('code')}
      />
    </>
  );
}
