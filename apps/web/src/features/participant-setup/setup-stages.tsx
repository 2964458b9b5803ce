import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { Employment, Demographic, Payment } from '@app/contracts/identity/profiles.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import type { $ZodType } from 'zod/v4/core';
import type { CallFailed } from '../../api/failure.ts';
import { accountCheck } from '../../api/account-check.ts';
import { writeDraft } from '../../forms/drafts.ts';
import { DemographicFields } from '../../forms/profile/demographic-fields.tsx';
import { EmploymentFields } from '../../forms/profile/employment-fields.tsx';
import { removePartFromFields } from '../../forms/profile/part-errors.ts';
import { PaymentFields } from '../../forms/profile/payment-fields.tsx';
import { TechnicalFields } from '../../forms/profile/technical-fields.tsx';
import { TechnicalForm } from '../../forms/profile/technical-form.ts';
import { applyServerErrors } from '../../forms/server-errors.ts';
import {
  useSubmit,
  SubmitButton,
  type DraftForm,
  type DraftFormOptions,
  useDraftForm,
} from '../../forms/form.tsx';
import { readUser } from '../../session/session.ts';
import { type Stage, stageParts, EarlierStage, sendSetup, detectDevice } from './stages.ts';
import { StickyBar } from '../../ui/sticky-bar.tsx';
import { loadNetworkName, hasAccountQuestion } from './done-modal.tsx';

interface StageFormProps {
  stage: Stage;
  isValid: boolean;
  isPending?: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

function StageForm({ stage, isValid, isPending = false, onSubmit, children }: StageFormProps) {
  const { heading, text } = words.stages[stage];
  return (
    <form onSubmit={onSubmit} noValidate>
      <h1>{heading}</h1>
      <p className="mt-2 max-w-text text-cocoa-2">{text}</p>
      <div className="mt-6 flex flex-col gap-6">{children}</div>
      <StickyBar>
        <SubmitButton isValid={isValid} isPending={isPending}>
          {stage === 'payment' ? words.submit : words.next}
        </SubmitButton>
      </StickyBar>
    </form>
  );
}

interface StageProps {
  refusal: CallFailed | null;
  onComplete: () => void;
}

function useStageForm<S extends $ZodType<FieldValues, FieldValues>>(
  stage: Stage,
  schema: S,
  defaultValues: DraftFormOptions<S>['defaultValues'],
  { refusal, onComplete }: StageProps,
): DraftForm<S> & { goOn: (event: FormEvent) => void } {
  const { key, part } = stageParts[stage];
  const draft = useDraftForm(schema, { draftKey: key, defaultValues });
  const validated = draft.form.handleSubmit(() => {
    // The next stage reads this draft at once, so it cannot wait for autosave.
    writeDraft(key, draft.form.getValues());
    onComplete();
  });
  const [showRefusal] = useState(() => () => {
    if (refusal !== null) applyServerErrors(draft, removePartFromFields(refusal, part));
  });
  useEffect(showRefusal, [showRefusal]);
  return { ...draft, goOn: (event) => void validated(event) };
}

export function EmploymentStage(props: StageProps) {
  const { form, field, isValid, goOn } = useStageForm(
    'employment',
    Employment,
    { status: undefined, jobRole: undefined, industry: undefined },
    props,
  );
  return (
    <StageForm stage="employment" isValid={isValid} onSubmit={goOn}>
      <EmploymentFields form={form} field={field} />
    </StageForm>
  );
}

export function DemographicsStage(props: StageProps) {
  const { isValid, goOn, ...draft } = useStageForm(
    'demographics',
    Demographic,
    {
      dateOfBirth: '',
      gender: undefined,
      education: undefined,
      annualHouseholdIncome: undefined,
      region: undefined,
      city: '',
      languages: [],
    },
    props,
  );
  return (
    <StageForm stage="demographics" isValid={isValid} onSubmit={goOn}>
      <DemographicFields {...draft} />
    </StageForm>
  );
}

export function TechnicalStage(props: StageProps) {
  const { form, field, isValid, goOn } = useStageForm(
    'technical-details',
    TechnicalForm,
    {
      ...detectDevice(navigator.userAgent),
      computerOs: undefined,
      tabletOs: undefined,
      hasWebcam: undefined,
      hasInternet: 'YES',
    },
    props,
  );
  return (
    <StageForm stage="technical-details" isValid={isValid} onSubmit={goOn}>
      <TechnicalFields form={form} field={field} />
    </StageForm>
  );
}

/** If the network takes longer to check the account, the check is repeated before the first payment. */
const LOOK_UP_MS = 3_000;

interface PaymentStageProps {
  userId: string;
  onEarlierStage: (earlier: EarlierStage) => void;
  /** Called if the set-up was sent in another tab or on another device, or if a response was lost. */
  onSentBefore: () => void;
}

/** Several people may use one phone, so the number is never stored on it. */
const withoutNumber = <Values extends object>(values: Values) => ({ ...values, phoneNumber: '' });

const fullName = (user: SignedInUser | null) => (user ? `${user.firstName} ${user.lastName}`.trim() : '');

export function PaymentStage({ userId, onEarlierStage, onSentBefore }: PaymentStageProps) {
  const draft = useDraftForm(Payment, {
    draftKey: stageParts.payment.key,
    toKeep: withoutNumber,
    restore: withoutNumber,
    defaultValues: { provider: undefined, accountName: fullName(readUser()), phoneNumber: '' },
  });
  const { form, field, isValid } = draft;
  const client = useQueryClient();
  const lookUp = () =>
    Promise.race([
      client
        .prefetchQuery(accountCheck(userId))
        .then(() => (hasAccountQuestion(client, userId) ? loadNetworkName() : undefined)),
      new Promise((resolve) => setTimeout(resolve, LOOK_UP_MS)),
    ]);
  const { submit, isPending } = useSubmit(
    draft,
    async (payment, key) => {
      if (!(await sendSetup(userId, payment, key, lookUp))) onSentBefore();
    },
    (error) => {
      if (!(error instanceof EarlierStage)) return false;
      onEarlierStage(error);
      return true;
    },
  );
  const phoneNumber = useWatch({ control: form.control, name: 'phoneNumber' });
  return (
    <StageForm stage="payment" isValid={isValid} isPending={isPending} onSubmit={submit}>
      <dl className="max-w-text rounded-control bg-sunken px-4 py-3 text-sm">
        {words.payment.map(([question, answer]) => (
          <div key={question} className="py-1.5">
            <dt className="font-semibold">{question}</dt>
            <dd className="text-cocoa-2">{answer}</dd>
          </div>
        ))}
      </dl>
      <PaymentFields field={field} phoneNumber={phoneNumber} phoneNumberHint={words.phoneNumberNotKept} />
    </StageForm>
  );
}
