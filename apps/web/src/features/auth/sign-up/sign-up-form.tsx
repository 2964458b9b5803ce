import type { Role } from '@app/contracts/enumerations.ts';
import { PASSWORD_MIN_LENGTH, type SignedInUser } from '@app/contracts/identity/person.ts';
import { authWords as words, authWords } from '@app/words/auth.ts';
import { googleWords as google } from '@app/words/google.ts';
import { useState, useSyncExternalStore, type FormEvent, useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
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
import {
  AgreedTexts,
  AuthForm,
  carryEmail,
  markCommonPassword,
  useCapsLock,
  useWishInAddress,
} from '../auth-form.tsx';
import { GoogleButton, OrLine } from '../google/google-button.tsx';
import { existsByEmail, Registration, registerPerson } from '@app/contracts/identity/accounts.ts';
import * as z from 'zod/mini';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../../forms/form.tsx';
import { normalEmail, Email } from '@app/contracts/text.ts';
import { toast } from '../../../ui/toast.ts';
import { createStore } from '../../../ui/store.ts';

/** UNKNOWN counts as available (section 5): the email is invalid or could not be checked. */
type Existence = 'UNKNOWN' | 'CHECKING' | 'FREE' | 'TAKEN';

interface ExistenceEdges {
  ask: (email: string, signal: AbortSignal) => Promise<boolean>;
  onFailed: () => void;
}

/** Debounce: the server's rate limit is low because each response reveals whether an account exists. */
const SETTLE_MS = 600;

/** The check waits until typing pauses; only the latest response counts. */
export function createExistenceCheck({ ask, onFailed }: ExistenceEdges) {
  const state = createStore<Existence>('UNKNOWN');
  const answers = new Map<string, boolean>();
  let current = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  function stop(): void {
    clearTimeout(timer);
    asking?.abort();
    asking = undefined;
  }

  function conclude(isTaken: boolean): void {
    state.write(isTaken ? 'TAKEN' : 'FREE');
  }

  async function find(email: string): Promise<void> {
    const mine = new AbortController();
    asking = mine;
    try {
      const isTaken = await ask(email, mine.signal);
      answers.set(email, isTaken);
      if (!mine.signal.aborted) conclude(isTaken);
    } catch {
      if (mine.signal.aborted) return;
      state.write('UNKNOWN');
      onFailed();
    }
  }

  return {
    read: state.read,
    subscribe: state.subscribe,
    check(text: string): void {
      const email = Email.safeParse(text).data ?? '';
      if (email === current) return;
      current = email;
      stop();
      const known = answers.get(email);
      if (known !== undefined) return conclude(known);
      state.write(email === '' ? 'UNKNOWN' : 'CHECKING');
      if (email !== '') timer = setTimeout(() => void find(email), SETTLE_MS);
    },
    stop(): void {
      current = '';
      stop();
    },
  };
}

interface SignUpFormProps {
  forRole: Role;
  heading: string;
  text: string;
  other: { question: string; to: string; link: string };
}

const never = () => () => {};

/** A signed-in person gets no blank form, except after signing in from this page. */
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

function BlankForm({ forRole, heading, text, other }: SignUpFormProps) {
  const { draft, email, isTaken, domainMeant, takeDomain, submit, isPending, isValid } = useSignUp(forRole);
  const capsLock = useCapsLock();
  useWishInAddress();
  const logIn = logInOf[forRole];
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
        <TextInput
          label={words.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={isTaken ? takenHint : meantHint}
          {...email}
        />
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

const { role: _, ...asked } = Registration.shape;
const Fields = z.strictObject(asked);

/** Each group is a domain followed by its most common misspellings. */
const MISTYPED =
  'gmail gmial gmai gmal gmil gamil gnail gmaill,yahoo yaho yahooo yhaoo,hotmail hotmial hotmal hotmai homail,outlook outlok,icloud iclod';

function domainMeantBy(email: string): string | undefined {
  const [, name = '', end] = /@(\w+)\.(com|con|cm|om|comm)$/.exec(normalEmail(email)) ?? [];
  const [meant] =
    MISTYPED.split(',')
      .map((names) => names.split(' '))
      .find((names) => names.includes(name)) ?? [];
  return meant === undefined || (meant === name && end === 'com') ? undefined : `${meant}.com`;
}

function useSignUp(role: Role) {
  const navigate = useNavigate();
  // Undefined keeps text typed before the script loaded. The agreement is never prefilled (S-104).
  const draft = useDraftForm(Fields, {
    defaultValues: {
      firstName: undefined,
      lastName: undefined,
      email: undefined,
      phoneNumber: undefined,
      password: undefined,
      agreedToTerms: undefined,
    },
  });

  const [existence] = useState(() =>
    createExistenceCheck({
      ask: (email, signal) => callIdentity(existsByEmail, { query: { email } }, signal),
      onFailed: () => toast.info(authWords.checkFailed),
    }),
  );
  const known = useSyncExternalStore(existence.subscribe, existence.read, () => 'UNKNOWN');
  // A submit without a response may have created the account, so it must stay repeatable.
  const [unanswered, setUnanswered] = useState<string>();
  const isTaken = known === 'TAKEN' && draft.form.getValues('email') !== unanswered;
  useEffect(() => existence.stop, [existence]);

  // A page restored from the back-forward cache would keep its tick (S-104).
  const { resetField } = draft.form;
  useEffect(() => {
    const enter = (event: PageTransitionEvent) => event.persisted && resetField('agreedToTerms');
    window.addEventListener('pageshow', enter);
    return () => window.removeEventListener('pageshow', enter);
  }, [resetField]);

  const email = draft.field('email', {
    onChange: (event: { target: { value: string } }) => existence.check(event.target.value),
    // Browser autofill may fire no change event.
    onBlur: (event: { target: { value: string } }) => existence.check(event.target.value),
  });

  const typedEmail = draft.form.watch('email') ?? '';
  const domainMeant = domainMeantBy(typedEmail);
  function takeDomain(): void {
    const mended = typedEmail.replace(/@.*/s, `@${domainMeant}`);
    draft.form.setValue('email', mended, { shouldValidate: true, shouldDirty: true });
    existence.check(mended);
    draft.form.setFocus('email');
  }

  const { submit, isPending } = useSubmit(
    draft,
    async (typed, idempotencyKey) => {
      const body = { ...typed, role };
      const registered = await callIdentity(registerPerson, { body, idempotencyKey }).catch(
        (error: unknown) => {
          const isUnanswered = error instanceof CallFailed && error.kind === 'NETWORK';
          setUnanswered(isUnanswered ? draft.form.getValues('email') : undefined);
          throw error;
        },
      );
      await navigate(paths.verifyingConfirmation(registered.email), { state: { signUp: location.pathname } });
    },
    (error) => markCommonPassword(draft, error),
  );

  /** The Enter key submits a form even while its button is disabled. */
  function submitUnlessTaken(event?: FormEvent): void {
    if (!isTaken) return submit(event);
    event?.preventDefault();
    draft.form.setFocus('email');
  }

  return {
    draft,
    email: { ...email, error: isTaken ? authWords.emailTaken : email.error },
    isTaken,
    domainMeant,
    takeDomain,
    submit: submitUnlessTaken,
    isPending,
    isValid: draft.isValid && !isTaken,
  };
}
