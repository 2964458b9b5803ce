import { authWords as words } from '@app/words/auth.ts';
import { verificationWords } from '@app/words/email-verification.ts';
import { Credentials, logIn } from '@app/contracts/identity/sessions.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useSyncExternalStore, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../../forms/form.tsx';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { WhereSet } from '../../../product/page-settings.tsx';
import { pageMeta } from '../../../product/title.ts';
import { mayBeDeleted } from '../../../session/deletion-request.ts';
import {
  emailLinkPage,
  wasInterrupted,
  wasRevoked,
  pageAfterSignIn,
} from '../../../session/interrupted-page.ts';
import { signIn } from '../../../session/session.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import {
  AuthForm,
  carryEmail,
  useCarriedEmail,
  useCapsLock,
  useRequestedPageInAddress,
} from '../auth-form.tsx';
import { GoogleButton, OrLine } from '../google/google-button.tsx';
import { useResend } from '../verification/use-resend.ts';

export const meta = () => pageMeta(words.logInTitle, words.logInDescription);

function Resend({ email }: { email: string }) {
  const { resendAndGo, isPending } = useResend('VERIFICATION');
  return (
    <Button size="small" className="mt-4" isBusy={isPending} onClick={() => void resendAndGo(email)}>
      {verificationWords.resend}
    </Button>
  );
}

/** After these codes, trying again at once does not help, so the message stays. */
const lasting = ['EMAIL_NOT_VERIFIED', 'ACCOUNT_SUSPENDED', 'PASSWORD_LOCKED', 'TOO_MANY_REQUESTS'] as const;

interface Refusal {
  code: (typeof lasting)[number];
  email: string;
  text: string;
}

function logInRefusal(error: unknown, email: string): Refusal | null {
  if (!(error instanceof CallFailed)) return null;
  const code = lasting.find((known) => known === error.code);
  return code === undefined ? null : { code, email, text: error.message };
}

function useLogIn() {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const draft = useDraftForm(Credentials, {
    defaultValues: { email: useCarriedEmail(), password: undefined },
  });
  const { submit, isPending } = useSubmit(
    draft,
    async (body, idempotencyKey) => {
      setRefusal(null);
      const user = await callIdentity(logIn, { body, idempotencyKey });
      signIn(user);
      await navigate(pageAfterSignIn(user), { replace: true });
    },
    (error) => {
      const lastingRefusal = logInRefusal(error, draft.form.getValues('email'));
      setRefusal(lastingRefusal);
      // The person cannot check a masked password, so the field takes the focus for another try.
      if (lastingRefusal === null) draft.form.setFocus('password', { shouldSelect: true });
      return lastingRefusal !== null;
    },
  );
  return { draft, submit, isPending, refusal };
}

const refusedTitles: Record<Refusal['code'], string> = {
  EMAIL_NOT_VERIFIED: words.notVerifiedTitle,
  ACCOUNT_SUSPENDED: words.suspendedTitle,
  PASSWORD_LOCKED: words.waitTitle,
  TOO_MANY_REQUESTS: words.waitTitle,
};

function Refused({ code, email, text }: Refusal) {
  return (
    <Banner title={refusedTitles[code]}>
      <p>{text}</p>
      {code === 'EMAIL_NOT_VERIFIED' && <Resend email={email} />}
      {code === 'ACCOUNT_SUSPENDED' && (
        <LinkButton size="small" className="mt-4" to={paths.contact}>
          {words.contactUs}
        </LinkButton>
      )}
      {code === 'PASSWORD_LOCKED' && (
        <LinkButton size="small" className="mt-4" to={paths.forgotPassword} state={carryEmail(email)}>
          {words.setPasswordNow}
        </LinkButton>
      )}
    </Banner>
  );
}

const never = () => () => {};

const endings = {
  ended: { title: words.endedTitle, text: words.endedText },
  revoked: { title: words.revokedTitle, text: words.revokedText },
  emailLink: { title: words.linkTitle, text: words.emailLinkText },
  link: { title: words.linkTitle, text: words.linkText },
  accountDeleted: { title: words.accountDeletedTitle, text: words.accountDeletedText },
  maybeDeleted: { title: words.maybeDeletedTitle, text: words.maybeDeletedText },
};

function howItEnded(): keyof typeof endings | undefined {
  if (location.pathname + location.search === paths.accountDeleted) return 'accountDeleted';
  if (!wasRevoked() && !wasInterrupted()) {
    const page = emailLinkPage();
    if (page === null) return undefined;
    return page.startsWith(paths.changeEmail('')) ? 'emailLink' : 'link';
  }
  if (mayBeDeleted()) return 'maybeDeleted';
  return wasRevoked() ? 'revoked' : 'ended';
}

/** Only the browser knows whether a session has ended, so the built HTML does not contain this notice. */
function Ended() {
  const how = useSyncExternalStore(never, howItEnded, () => undefined);
  if (how === undefined) return false;
  const { title, text } = endings[how];
  return (
    <Banner tone="info" title={title} className="mt-7">
      <p>{text}</p>
    </Banner>
  );
}

export default function LogIn() {
  const { draft, submit, isPending, refusal } = useLogIn();
  const capsLock = useCapsLock();
  useRequestedPageInAddress();
  return (
    <AuthFrame>
      <h1>{words.logInHeading}</h1>
      <p className="mt-2 text-cocoa-2">{words.logInDescription}</p>
      <Ended />
      <div role="alert" className="mt-7 empty:hidden">
        {refusal && <Refused {...refusal} />}
      </div>
      <AuthForm formState={draft.form.formState} isValid={draft.isValid} submit={submit}>
        <TextInput
          label={words.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          {...draft.field('email')}
        />
        <div>
          <PasswordInput
            label={words.password}
            autoComplete="current-password"
            hint={capsLock.hint}
            {...capsLock.keys}
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
        <OrLine />
        <GoogleButton />
        <WhereSet setting="TEXTS">
          {() => (
            <Link to={paths.logInByCode} className="text-link inline-flex min-h-11 items-center self-center">
              {words.logInByCode}
            </Link>
          )}
        </WhereSet>
      </AuthForm>
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
