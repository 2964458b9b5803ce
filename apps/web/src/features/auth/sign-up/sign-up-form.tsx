import type { Role } from '@app/contracts/enumerations.ts';
import { PASSWORD_MIN_LENGTH, type SignedInUser } from '@app/contracts/identity/person.ts';
import { authWords as words } from '@app/words/auth.ts';
import { googleWords as google } from '@app/words/google.ts';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { logOut } from '../../../api/session/log-out.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { WhereSet } from '../../../product/page-settings.tsx';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { requestedPage } from '../../../session/requested-page.ts';
import { logInOf } from '../../../session/roles.ts';
import { readUser } from '../../../session/session.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { AgreedTexts, AuthForm, carryEmail, useCapsLock, useRequestedPageInAddress } from '../auth-form.tsx';
import { GoogleButton, OrLine } from '../google/google-button.tsx';
import { SubmitButton } from '../../../forms/form.tsx';
import { useSignUp } from './use-sign-up.ts';

interface SignUpFormProps {
  forRole: Role;
  heading: string;
  text: string;
  other: { question: string; to: string; link: string };
}

const never = () => () => {};

/**
 * Someone who was already signed in does not see an empty form. If a person signs in from this page, the form
 * stays.
 */
export function SignUpForm(props: SignUpFormProps) {
  const [atEntry] = useState(readUser);
  const user = useSyncExternalStore(
    never,
    () => atEntry,
    () => null,
  );
  return <AuthFrame>{user === null ? <BlankForm {...props} /> : <SignedIn user={user} />}</AuthFrame>;
}

function SignedIn({ user }: { user: SignedInUser }) {
  const [isLeaving, setIsLeaving] = useState(false);
  function leave(): void {
    setIsLeaving(true);
    void logOut();
  }
  return (
    <Outcome
      title={words.signedInHeading(`${user.firstName} ${user.lastName}`)}
      actions={
        <>
          <LinkButton to={requestedPage(location.href) ?? paths.dashboard}>{words.goOn}</LinkButton>
          <Button variant="secondary" isBusy={isLeaving} onClick={leave}>
            {words.logOutFirst}
          </Button>
        </>
      }
    >
      <p>{words.signedInText}</p>
    </Outcome>
  );
}

interface EmailFieldProps {
  signUp: ReturnType<typeof useSignUp>;
  logIn: string;
}

function EmailField({ signUp: { draft, email, isTaken, domainMeant, takeDomain }, logIn }: EmailFieldProps) {
  const carried = isTaken ? carryEmail(draft.form.getValues('email')) : undefined;
  const takenHint = (
    <>
      {words.emailTakenHint}{' '}
      <Link to={logIn} state={carried} className="text-link">
        {words.logInInstead}
      </Link>{' '}
      {words.or}{' '}
      <Link to={paths.forgotPassword} state={carried} className="text-link">
        {words.orSetPassword}
      </Link>
    </>
  );
  const meantHint = domainMeant && (
    <button type="button" className="inline-block py-2.75 text-link" onClick={takeDomain}>
      {words.didYouMean(domainMeant)}
    </button>
  );
  return (
    <TextInput
      label={words.email}
      type="email"
      inputMode="email"
      autoComplete="email"
      hint={isTaken ? takenHint : meantHint}
      {...email}
    />
  );
}

function BlankForm({ forRole, heading, text, other }: SignUpFormProps) {
  const signUp = useSignUp(forRole);
  const { draft, submit, isPending, isValid } = signUp;
  const capsLock = useCapsLock();
  useRequestedPageInAddress();
  const logIn = logInOf[forRole];
  return (
    <>
      <h1>{heading}</h1>
      <p className="mt-2 text-cocoa-2">{text}</p>
      <div className="mt-7 flex flex-col gap-5">
        <div>
          <GoogleButton role={forRole} />
          <p className="mt-2 text-sm text-cocoa-2">
            {google.agreeBefore}
            <AgreedTexts />
          </p>
        </div>
        <OrLine />
      </div>
      <AuthForm formState={draft.form.formState} isValid={isValid} submit={submit}>
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextInput label={words.firstName} autoComplete="given-name" {...draft.field('firstName')} />
          <TextInput label={words.lastName} autoComplete="family-name" {...draft.field('lastName')} />
        </div>
        <EmailField signUp={signUp} logIn={logIn} />
        <TextInput
          label={words.phoneNumber}
          isOptional
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={
            <>
              {words.phoneNumberHint}{' '}
              <WhereSet setting="TEXTS">{() => <span>{words.phoneNumberUse}</span>}</WhereSet>
            </>
          }
          {...draft.field('phoneNumber')}
        />
        <PasswordInput
          label={words.password}
          autoComplete="new-password"
          hint={capsLock.hint ?? words.newPasswordHint(PASSWORD_MIN_LENGTH)}
          {...capsLock.keys}
          {...draft.field('password')}
        />
        <Checkbox
          autoComplete="off"
          label={
            <>
              {words.agreeBefore}
              <AgreedTexts />
            </>
          }
          {...draft.field('agreedToTerms')}
        />
        <SubmitButton isWide isValid={isValid} isPending={isPending}>
          {words.createAccount}
        </SubmitButton>
      </AuthForm>
      <p className="mt-7">
        {words.haveAccount}{' '}
        <Link to={logIn} className="text-link">
          {words.logIn}
        </Link>
      </p>
      <p className="mt-3">
        {other.question}{' '}
        <Link to={other.to} className="text-link">
          {other.link}
        </Link>
      </p>
    </>
  );
}
