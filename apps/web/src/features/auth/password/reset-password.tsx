import { PASSWORD_MIN_LENGTH } from '@app/contracts/identity/person.ts';
import { authWords as words } from '@app/words/auth.ts';
import { useParams } from 'react-router';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { paths } from '@app/contracts/web-paths.ts';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { titled } from '../../../product/title.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { AuthForm } from '../auth-form.tsx';
import { useCapsLock } from '../use-caps-lock.ts';
import { useResetPassword } from './use-reset-password.ts';

export const meta = () => titled(words.resetPasswordHeading);

export default function ResetPassword() {
  const { userId = '' } = useParams();
  const { draft, submit, isPending, link } = useResetPassword(userId);
  const capsLock = useCapsLock();
  if (link === 'READING') {
    return (
      <AuthFrame>
        <Outcome title={words.resetPasswordHeading}>
          <p role="status" className="flex items-start gap-3">
            <Spinner className="mt-0.5 shrink-0" />
            {words.checkingLink}
          </p>
        </Outcome>
      </AuthFrame>
    );
  }
  if (link === 'DEAD') {
    return (
      <AuthFrame>
        <Outcome
          isNews
          title={words.linkDeadHeading}
          actions={<LinkButton to={paths.forgotPassword}>{words.askForNewLink}</LinkButton>}
        >
          <p>{words.linkDeadText}</p>
        </Outcome>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <h1>{words.resetPasswordHeading}</h1>
      <p className="mt-2 text-cocoa-2">{words.resetPasswordText}</p>
      <AuthForm formState={draft.form.formState} isValid={draft.isValid} submit={submit}>
        <PasswordInput
          label={words.newPassword}
          autoComplete="new-password"
          hint={capsLock.hint ?? words.newPasswordHint(PASSWORD_MIN_LENGTH)}
          {...capsLock.keys}
          {...draft.field('password')}
        />
        <SubmitButton isWide isValid={draft.isValid} isPending={isPending}>
          {words.savePassword}
        </SubmitButton>
      </AuthForm>
    </AuthFrame>
  );
}
