import { authWords } from '@app/words/auth.ts';
import { phoneWords as words } from '@app/words/phones.ts';
import { ROLES } from '@app/contracts/enumerations.ts';
import { LogInCode, LogInCodeAsked, askLogInCode, logInByCode } from '@app/contracts/identity/phones.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { CodeField, SendAgain } from '../../../forms/code-step.tsx';
import { useSubmit, SubmitButton, useDraftForm } from '../../../forms/form.tsx';
import { WhereSet } from '../../../product/page-settings.tsx';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { pageMeta } from '../../../product/title.ts';
import { pageAfterSignIn } from '../../../session/interrupted-page.ts';
import { signIn } from '../../../session/session.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { AuthForm } from '../auth-form.tsx';

export const meta = () => pageMeta(words.logInTitle, words.logInText);

interface Sent {
  phoneNumber: string;
  secondsToNext: number;
  isElsewhere?: boolean;
}

async function send(phoneNumber: string, idempotencyKey?: string): Promise<Sent> {
  const body = { phoneNumber };
  const { secondsToNext } = await callIdentity(askLogInCode, {
    body,
    ...(idempotencyKey && { idempotencyKey }),
  });
  return { phoneNumber, secondsToNext };
}

function NumberForm({ typed, onSent }: { typed: string | undefined; onSent: (sent: Sent) => void }) {
  const draft = useDraftForm(LogInCodeAsked, { defaultValues: { phoneNumber: typed } });
  const [refusal, setRefusal] = useState<CallFailed | null>(null);
  const { submit, isPending } = useSubmit(
    draft,
    async ({ phoneNumber }, key) => {
      setRefusal(null);
      onSent(await send(phoneNumber, key));
    },
    (error) => {
      const lasting = error instanceof CallFailed && error.status === 429 ? error : null;
      setRefusal(lasting);
      return lasting !== null;
    },
  );
  const submitCode = () =>
    onSent({ phoneNumber: draft.form.getValues('phoneNumber'), secondsToNext: 0, isElsewhere: true });
  return (
    <>
      <div role="alert" className="mt-7 empty:hidden">
        {refusal && (
          <Banner title={refusal.code === 'NO_TEXT_SENT' ? words.noTextTitle : words.waitTitle}>
            <p>{refusal.message}</p>
            <p>{words.otherWays}</p>
            <WhereSet setting="USSD_CODE">{(code) => <p>{words.orDial(code)}</p>}</WhereSet>
          </Banner>
        )}
      </div>
      <AuthForm formState={draft.form.formState} isValid={draft.isValid} submit={submit}>
        <TextInput
          label={words.phoneNumber}
          hint={words.phoneNumberHint}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...draft.field('phoneNumber')}
        />
        <SubmitButton isWide isValid={draft.isValid} isPending={isPending}>
          {words.sendCode}
        </SubmitButton>
        <Button variant="secondary" isWide disabled={!draft.isValid || isPending} onClick={submitCode}>
          {words.haveCode}
        </Button>
      </AuthForm>
    </>
  );
}

function CodeForm({
  sent: { phoneNumber, secondsToNext, isElsewhere = false },
  onBack,
}: {
  sent: Sent;
  onBack: () => void;
}) {
  const navigate = useNavigate();
  const [hasTwo, setHasTwo] = useState(false);
  const draft = useDraftForm(LogInCode, { defaultValues: { phoneNumber, code: '', role: undefined } });
  const { form } = draft;
  const { submit, isPending } = useSubmit(
    draft,
    async (body, idempotencyKey) => {
      const user = await callIdentity(logInByCode, { body, idempotencyKey });
      signIn(user);
      await navigate(pageAfterSignIn(user), { replace: true });
    },
    (error) => {
      const isTwo = error instanceof CallFailed && error.code === 'ROLE_NEEDED';
      setHasTwo(isTwo);
      if (!isTwo) form.setFocus('code', { shouldSelect: true });
      return isTwo;
    },
  );
  useEffect(() => form.setFocus('code'), [form]);
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (hasTwo) question.current?.focus();
  }, [hasTwo]);
  return (
    <>
      {!hasTwo && (
        <p role="status" className="mt-7">
          {isElsewhere ? words.fromPhone(phoneNumber) : words.maybeSent(phoneNumber)}
        </p>
      )}
      <AuthForm formState={form.formState} isValid={draft.isValid} submit={submit}>
        <CodeField
          field={draft.field('code')}
          onRead={(code) => {
            form.setValue('code', code, { shouldValidate: true });
            submit();
          }}
        />
        {hasTwo ? (
          <div className="flex flex-col gap-3">
            <p ref={question} tabIndex={-1} className="font-semibold focus:unmarked">
              {words.whichAccount}
            </p>
            {ROLES.map((role) => (
              <Button
                key={role}
                variant="secondary"
                isWide
                isBusy={isPending}
                onClick={() => {
                  form.setValue('role', role);
                  submit();
                }}
              >
                {words.roles[role]}
              </Button>
            ))}
          </div>
        ) : (
          <SubmitButton isWide isValid={draft.isValid} isPending={isPending}>
            {words.logIn}
          </SubmitButton>
        )}
        {!hasTwo && <SendAgain seconds={secondsToNext} send={() => send(phoneNumber)} />}
      </AuthForm>
      <Button variant="secondary" size="small" className="mt-5 self-start" onClick={onBack}>
        {words.otherNumber}
      </Button>
    </>
  );
}

export default function LogInByCode() {
  const [sent, setSent] = useState<Sent | null>(null);
  const [typed, setTyped] = useState<string>();
  return (
    <AuthFrame>
      <h1>{words.logInHeading}</h1>
      <p className="mt-2 text-cocoa-2">{words.logInText}</p>
      {sent === null ? (
        <NumberForm typed={typed} onSent={setSent} />
      ) : (
        <CodeForm
          sent={sent}
          onBack={() => {
            setTyped(sent.phoneNumber);
            setSent(null);
          }}
        />
      )}
      <Link to={paths.logIn} className="text-link mt-5 inline-flex min-h-11 items-center self-start">
        {words.byPassword}
      </Link>
      <p className="mt-2">
        {authWords.newHere}{' '}
        <Link to={paths.signUp} className="text-link">
          {authWords.recruit}
        </Link>{' '}
        {authWords.or}{' '}
        <Link to={paths.participantSignUp} className="text-link">
          {authWords.takePart}
        </Link>
      </p>
    </AuthFrame>
  );
}
