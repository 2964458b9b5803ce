import { guardWords } from '@app/words/guards.ts';
import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { Employment, Demographic, Payment } from '@app/contracts/identity/profiles.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { AccountCheck } from '@app/contracts/payment/payouts.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, redirect, replace, useNavigate } from 'react-router';
import type { $ZodType } from 'zod/v4/core';
import type { CallFailed } from '../../api/failure.ts';
import { accountCheck } from '../../api/account-check.ts';
import { studyKeys } from '../../api/keys.ts';
import { clearDrafts, readDraft, scopeDrafts, writeDraft } from '../../forms/drafts.ts';
import { DemographicFields } from '../../forms/profile/demographic-fields.tsx';
import { EmploymentFields } from '../../forms/profile/employment-fields.tsx';
import { errorOfPart } from '../../forms/profile/part-errors.ts';
import { PaymentFields } from '../../forms/profile/payment-fields.tsx';
import { SETUP_KEYS, STAGE_KEY, STUDY_KEY } from '../../forms/profile/set-up-drafts.ts';
import { TechnicalFields } from '../../forms/profile/technical-fields.tsx';
import { TechnicalForm } from '../../forms/profile/technical-form.ts';
import { applyServerErrors } from '../../forms/server-errors.ts';
import { useSteps } from '../../forms/use-step.ts';
import {
  useSubmit,
  SubmitButton,
  type DraftForm,
  type DraftFormOptions,
  useDraftForm,
} from '../../forms/form.tsx';
import { WhereSet } from '../../product/page-settings.tsx';
import { titled } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { onOtherPage } from '../../session/guards.ts';
import { readUser, storeUser, useUser } from '../../session/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/states.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { WizardHead } from '../../ui/wizard-head.tsx';
import {
  firstOpenStage,
  SETUP_STAGES,
  stageLeft,
  stageNumber,
  type Stage,
  stageParts,
  EarlierStage,
  sendSetup,
  ownDevice,
} from './stages.ts';
import { StickyBar } from '../../ui/sticky-bar.tsx';

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

export const meta = () => titled(words.heading);
export const handle = screens.participantSetup;
export const shouldRevalidate = onOtherPage;

/** Drafts must belong to this person before they are read. `?study=` names the study to return to (BR3). */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const user = readUser();
  if (user === null) return null;
  scopeDrafts(SETUP_KEYS, user.userId);
  const { pathname, searchParams: asked } = new URL(request.url);
  const study = asked.get('study');
  if (study) writeDraft(STUDY_KEY, study);
  if (asked.has('step')) return null;
  asked.set('step', String(stageNumber(stageLeft(readDraft))));
  // The phone's Back key must not lead to an address that redirects here again.
  const left = location.pathname + location.search.replace(/^\?from=\w+$/, '');
  const leadsHere = location.pathname === pathname || left === paths.studyApply(study ?? '');
  return (leadsHere ? replace : redirect)(`${pathname}?${asked}`);
}

const stepNames = SETUP_STAGES.map((stage) => words.stages[stage].name);

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
    // The next stage checks this draft at once, before autosave would write it.
    writeDraft(key, draft.form.getValues());
    onComplete();
  });
  const [showRefusal] = useState(() => () => {
    if (refusal !== null) applyServerErrors(draft, errorOfPart(refusal, part));
  });
  useEffect(showRefusal, [showRefusal]);
  return { ...draft, goOn: (event) => void validated(event) };
}

function EmploymentStage(props: StageProps) {
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

function DemographicsStage(props: StageProps) {
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

function TechnicalStage(props: StageProps) {
  const { form, field, isValid, goOn } = useStageForm(
    'technical-details',
    TechnicalForm,
    {
      ...ownDevice(navigator.userAgent),
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

const loadNetworkName = async () => (await import('../../product/network-name.tsx')).NetworkName;
const NetworkName = lazyPart(loadNetworkName);
const PhoneOffer = lazyPart(async () => (await import('../../product/phone-offer.tsx')).PhoneOffer);
/** If the mobile network responds more slowly, the check is repeated before the first payment. */
const LOOK_UP_MS = 3_000;

interface DoneModalProps {
  userId: string;
  studyId: string | null;
  leave: (to: string) => void;
}

const pageAfterSetup = (studyId: string | null) =>
  studyId === null ? paths.browseStudies : paths.studyApply(encodeURIComponent(studyId));

function isAskedAbout(client: QueryClient, userId: string): boolean {
  const check = client.getQueryData<{ state: AccountCheck }>(accountCheck(userId).queryKey);
  return check?.state === 'DIFFERS' || check?.state === 'NOT_REGISTERED';
}

/** The code loads on a press, to keep the first visit small. */
function TextsOffer() {
  const [isPressed, setIsPressed] = useState(false);
  return (
    <>
      <p className="mt-4">{words.textsToo}</p>
      {isPressed ? (
        <PhoneOffer className="mt-3" isPressed />
      ) : (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => setIsPressed(true)}>
          {words.sendCode}
        </Button>
      )}
    </>
  );
}

/** S-401 specifies this dialog. */
function DoneModal({ userId, studyId, leave }: DoneModalProps) {
  const next = pageAfterSetup(studyId);
  const client = useQueryClient();
  // A result that arrives later must not move the buttons under a finger.
  const [isAsked] = useState(() => isAskedAbout(client, userId));
  return (
    <Modal
      isOpen
      onClose={() => leave(next)}
      title={words.doneTitle}
      isSuccess
      actions={
        <>
          <Button onClick={() => leave(next)}>{studyId === null ? words.toBrowse : words.toStudy}</Button>
          <Button
            variant="secondary"
            onClick={() => leave(studyId === null ? paths.studies : paths.browseStudies)}
          >
            {studyId === null ? words.toStudies : words.toBrowse}
          </Button>
        </>
      }
    >
      <p>{studyId === null ? words.doneText : words.doneForStudyText}</p>
      {isAsked && (
        <NetworkName
          className="mt-4 text-left"
          userId={userId}
          change={
            <LinkButton to={paths.money} variant="secondary" size="small">
              {words.changeAccount}
            </LinkButton>
          }
        />
      )}
      {!isAsked && <WhereSet setting="TEXTS">{() => <TextsOffer />}</WhereSet>}
    </Modal>
  );
}

interface PaymentStageProps {
  userId: string;
  onEarlierStage: (earlier: EarlierStage) => void;
  /** Another tab or device sent the set-up, or a response was lost. */
  onSentBefore: () => void;
}

/** Phones may be shared, so the number is never stored on the device. */
const withoutNumber = <Values extends object>(values: Values) => ({ ...values, phoneNumber: '' });

/** A mobile money account usually has the person's own name. */
const fullName = (user: SignedInUser | null) => (user ? `${user.firstName} ${user.lastName}`.trim() : '');

function PaymentStage({ userId, onEarlierStage, onSentBefore }: PaymentStageProps) {
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
        .then(() => (isAskedAbout(client, userId) ? loadNetworkName() : undefined)),
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

export default function ParticipantSetup() {
  const user = useUser();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [studyId] = useState(() => {
    const kept = readDraft(STUDY_KEY);
    return typeof kept === 'string' ? kept : null;
  });
  const [wasSentBefore, setWasSentBefore] = useState(false);
  const [earlier, setEarlier] = useState<EarlierStage | null>(null);
  // The guard keeps out people with a set-up, so it was sent just now.
  const isDone = user?.hasUserInfo === true;
  const open = earlier?.stage ?? firstOpenStage(readDraft);
  const { step, next, back, leave } = useSteps(isDone ? SETUP_STAGES.length : stageNumber(open));
  const stage = SETUP_STAGES[step - 1]!;

  useEffect(() => {
    if (!isDone) return writeDraft(STAGE_KEY, stage);
    clearDrafts(SETUP_KEYS);
    // Without a set-up no study matched, so earlier responses are stale.
    void client.invalidateQueries({ queryKey: studyKeys.all() });
    return undefined;
  }, [isDone, stage, client]);

  if (user === null) return null;
  const before = stepNames[step - 2];
  const form = {
    refusal: earlier?.stage === stage ? earlier.refusal : null,
    onComplete() {
      if (earlier?.stage === stage) setEarlier(null);
      next();
    },
  };
  function sentBefore() {
    // Another submit created the set-up, so there is no success message.
    setWasSentBefore(true);
    toast.info(`${guardWords.alreadySubmitted}. ${words.firstIsKept}`);
    if (user !== null) storeUser({ ...user, hasUserInfo: true, firstLogin: false });
    leave(pageAfterSetup(studyId));
  }
  function goBackTo(found: EarlierStage) {
    if (found.refusal === null) toast.error(words.earlierStageMissing);
    setEarlier(found);
  }
  return (
    <>
      <WizardHead
        steps={stepNames}
        current={step}
        backTo={before ?? words.toBrowse}
        backLabel={words.backTo(before ?? words.toBrowse)}
        onBack={before === undefined ? () => void navigate(paths.browseStudies) : back}
      />
      {stage === 'demographics' && <DemographicsStage {...form} />}
      {stage === 'employment' && <EmploymentStage {...form} />}
      {stage === 'technical-details' && <TechnicalStage {...form} />}
      {stage === 'payment' && (
        <PaymentStage userId={user.userId} onEarlierStage={goBackTo} onSentBefore={sentBefore} />
      )}
      {isDone && !wasSentBefore && <DoneModal userId={user.userId} studyId={studyId} leave={leave} />}
    </>
  );
}
