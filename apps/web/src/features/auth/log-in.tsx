import { authMessages as words } from '@app/contracts/messages/auth.ts';
import { verificationMessages } from '@app/contracts/messages/email-verification.ts';
import { Link } from 'react-router';
import { AuthFrame } from '../../app/frames/auth-frame.tsx';
import { paths } from '../../app/paths.ts';
import { titled } from '../../app/title.ts';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { carryEmail } from './carried-email.ts';
import { useLogIn } from './use-log-in.ts';
import { useResend } from './use-resend.ts';

export const meta = () => titled(words.logInTitle, words.logInDescription);

function NotVerified({ email, text }: { email: string; text: string }) {
  const { resendAndGo, isPending } = useResend('VERIFICATION');
  return (
    <Banner title={words.notVerifiedTitle}>
      <p>{text}</p>
      <Button size="small" className="mt-4" isBusy={isPending} onClick={() => void resendAndGo(email)}>
        {verificationMessages.resend}
      </Button>
    </Banner>
  );
}

export default function LogIn() {
  const { draft, submit, isPending, unverified } = useLogIn();
  return (
    <AuthFrame>
      <h1>{words.logInHeading}</h1>
      <p className="mt-2 text-cocoa-2">{words.logInDescription}</p>
      <div role="alert" className="mt-7 empty:hidden">
        {unverified && <NotVerified {...unverified} />}
      </div>
      <form onSubmit={submit} noValidate className="mt-7 flex flex-col gap-5">
        <TextInput
          label={words.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          {...draft.field('email')}
        />
        <div>
          <PasswordInput
            label={words.password}
            autoComplete="current-password"
            {...draft.field('password')}
          />
          <Link
            to={paths.forgotPassword}
            state={carryEmail(draft.form.getValues('email'))}
            className="text-link mt-1 inline-flex min-h-11 items-center"
          >
            {words.forgotPassword}
          </Link>
        </div>
        <SubmitButton isWide isValid={draft.isValid} isPending={isPending}>
          {words.logIn}
        </SubmitButton>
      </form>
      <p className="mt-7">
        {words.newHere}{' '}
        <Link to={paths.signUp} className="text-link">
          {words.recruit}
        </Link>{' '}
        {words.or}{' '}
        <Link to={paths.participantSignUp} className="text-link">
          {words.takePart}
        </Link>
      </p>
    </AuthFrame>
  );
}
