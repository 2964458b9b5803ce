import { existsByEmail, Registration, registerPerson } from '@app/contracts/identity/account.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import { authWords } from '@app/words/auth.ts';
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { useDraftForm } from '../../../forms/use-draft-form.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { normalEmail } from '@app/contracts/text.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { toast } from '../../../ui/toast.ts';
import { markCommonPassword } from '../common-password.ts';
import { createExistenceCheck } from './existence.ts';

const { role: _, ...asked } = Registration.shape;
/** What the person fills in; the role is decided by the route. */
const Fields = z.strictObject(asked);

/** The commonest mistypings of domains, each behind what was meant. */
const MISTYPED =
  'gmail gmial gmai gmal gmil gamil gnail gmaill,yahoo yaho yahooo yhaoo,hotmail hotmial hotmal hotmai homail,outlook outlok,icloud iclod';

/** Undefined too for the beginning of a domain, which would be hinted at while it is typed. */
function domainMeantBy(email: string): string | undefined {
  const [, name = '', end] = /@(\w+)\.(com|con|cm|om|comm)$/.exec(normalEmail(email)) ?? [];
  const [meant] =
    MISTYPED.split(',')
      .map((names) => names.split(' '))
      .find((names) => names.includes(name)) ?? [];
  return meant === undefined || (meant === name && end === 'com') ? undefined : `${meant}.com`;
}

export function useSignUp(role: Role) {
  const navigate = useNavigate();
  // Undefined leaves what was typed before the script came; S-104: agreeing is never carried over from anywhere.
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
  // Sent without an answer: the account may be there by that, and the same must be able to go again.
  const [unanswered, setUnanswered] = useState<string>();
  const isTaken = known === 'TAKEN' && draft.form.getValues('email') !== unanswered;
  useEffect(() => existence.stop, [existence]);

  // A page that the browser kept whole, and shows again on the way back, still has its tick (S-104).
  const { resetField } = draft.form;
  useEffect(() => {
    const enter = (event: PageTransitionEvent) => event.persisted && resetField('agreedToTerms');
    window.addEventListener('pageshow', enter);
    return () => window.removeEventListener('pageshow', enter);
  }, [resetField]);

  const email = draft.field('email', {
    onChange: (event: { target: { value: string } }) => existence.check(event.target.value),
    // A browser that fills the form in by itself may fire no change event.
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

  /** The Enter key reaches a form whose button is disabled. */
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
