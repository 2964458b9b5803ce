import { cedis } from '@app/words/cedis.ts';
import { payWords } from '@app/words/pay.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { MEETING_DEFAULTS } from '@app/contracts/project/meeting-choices.ts';
import { dayBeyond } from '@app/contracts/project/ethics.ts';
import { StudyDetails } from '@app/contracts/project/studies.ts';
import { rule } from '@app/contracts/rule.ts';
import { placeholdersIn } from '@app/words/ethics.ts';
import { ruleText } from '@app/words/say-rule.ts';
import { Eye } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { readDraft } from '../../../forms/drafts.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../../forms/form.tsx';
import { DRAFT_KEYS, type WizardScope } from '../../../product/study-drafts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { RadioCards } from '../../../ui/choice-group.tsx';
import { toOptions } from '../../../ui/options.ts';
import { usePart } from '../../../ui/use-lazy-part.ts';
import { DialogButton, LazyPartFallback } from '../dialog-button.tsx';
import type { StudySending } from '../drafts/use-submit-study.ts';
import { useBookable } from '../meeting/use-bookable.ts';
import { readIncentive } from '../../../product/study-from-drafts.ts';
import { asEdited, PlanAndPay, type PlanForm } from '../pay/plan-and-pay.ts';
import { DurationField } from '../schedule/duration-field.tsx';
import { PlannedTimes } from '../meeting/planned-times.tsx';
import { usePlannedDays } from '../schedule/use-planned-days.ts';
import { DaysField } from '../schedule/days-field.tsx';
import { isDuration, restorePlan } from '../schedule/times.ts';
import { hintedQuestions } from '../screener/screener.ts';
import { storedScreener } from '../screener/use-screener.ts';
import { PlanTerms } from './plan-terms.tsx';
import { type Keeper, StageFrame } from './stage-frame.tsx';

const loadPreview = async () => (await import('./study-preview.tsx')).StudyPreview;

interface StagePublishProps {
  scope: WizardScope;
  toDetails: () => void;
  toScreener: () => void;
  sending: StudySending;
  keeper: Keeper;
}

/** If the screener has flaws, there is a notice and no refusal (D-04). */
function ScreenerNotice({ onLook }: { onLook: () => void }) {
  const [hinted] = useState(() => hintedQuestions(storedScreener()));
  return hinted.length > 0 && <StageNotice text={words.screenerNotice(hinted)} onLook={onLook} />;
}

function StageNotice({ text, onLook }: { text: string; onLook: () => void }) {
  return (
    <Banner
      className="mb-4"
      action={
        <Button variant="secondary" size="small" onClick={onLook}>
          {words.screenerNoticeLook}
        </Button>
      }
    >
      {text}
    </Banner>
  );
}

const readDetails = (): Partial<z.infer<typeof StudyDetails>> =>
  StudyDetails.safeParse(readDraft(DRAFT_KEYS.details)).data ?? {};

/** Reads consent text and ethics approval of stage 1. They limit when the study can be published. */
function useDetails() {
  const [{ ethics = null, consentText }] = useState(readDetails);
  const approvedUntil = ethics?.approval === 'APPROVED' ? ethics.validUntil : undefined;
  return {
    isConsentUnfinished: placeholdersIn(consentText ?? '').length > 0,
    approvedUntil,
    findDaysProblem: (days: readonly string[]) =>
      dayBeyond(ethics, days) === undefined ? undefined : ruleText(rule(`approvalEnds ${approvedUntil}`)),
  };
}

type PreviewProps = ComponentProps<Awaited<ReturnType<typeof loadPreview>>>;

function PreviewButton(props: PreviewProps) {
  return (
    <DialogButton
      Icon={Eye}
      label={words.preview}
      hint={words.previewHint}
      title={words.previewTitle}
      load={loadPreview}
      props={props}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:flex-row-reverse sm:max-lg:*:last:hidden"
    />
  );
}

const MODES = ['MEETING', 'ONLINE'] as const;
const modes = toOptions(MODES, words.modes);

const PLAN_DRAFT = {
  draftKey: DRAFT_KEYS.plan,
  defaultValues: {
    mode: undefined,
    survey: undefined,
    closesOn: undefined,
    availableDates: [],
    durationInMinutes: undefined,
    desiredNumberOfParticipants: undefined,
    availableTimes: [],
    withoutTimes: [],
    incentive: 0,
    isListed: true,
    quotas: [],
    ...MEETING_DEFAULTS,
  },
  restore: restorePlan,
};

const loadOnline = async () => await import('../online/online-plan.tsx');

/** The fields of an online study, and their schema, are loaded when this kind is chosen. */
function usePlanDraft() {
  const [isOnline, setIsOnline] = useState(
    () => (readDraft(DRAFT_KEYS.plan) as { mode?: unknown } | null)?.mode === 'ONLINE',
  );
  const online = usePart(loadOnline, isOnline);
  const draft = useDraftForm((isOnline && online.part?.OnlinePlanAndPay) || PlanAndPay, PLAN_DRAFT);
  function choose(mode: (typeof MODES)[number]) {
    // The form validates with the schema that it had in the last render.
    flushSync(() => setIsOnline(mode === 'ONLINE'));
    draft.form.setValue('mode', mode, asEdited);
    const choosing = mode === 'ONLINE' ? 'AT_ONCE' : MEETING_DEFAULTS.choosing;
    draft.form.setValue('choosing', choosing, asEdited);
  }
  return { draft, isOnline, online, choose };
}

function ModeField({ isOnline, choose }: Pick<ReturnType<typeof usePlanDraft>, 'isOnline' | 'choose'>) {
  return (
    <RadioCards
      label={words.modeLabel}
      name="mode"
      options={modes}
      columns={2}
      isCompact
      chosen={isOnline ? 'ONLINE' : 'MEETING'}
      onChange={({ target }) => choose(target.value === 'ONLINE' ? 'ONLINE' : 'MEETING')}
    />
  );
}

interface DaysAndTimesProps {
  draft: PlanForm;
  plannedDays: ReturnType<typeof usePlannedDays>;
  approvedUntil: string | undefined;
  daysProblem: string | undefined;
  without: readonly string[];
  bookable: ReturnType<typeof useBookable>;
}

function DaysAndTimes({
  draft,
  plannedDays,
  approvedUntil,
  daysProblem,
  without,
  bookable,
}: DaysAndTimesProps) {
  const { days } = plannedDays;
  const [note, setNote] = useState<string | null>(null);
  return (
    <>
      {/* A week has seven days of 44 px, so the narrowest phone has no space for the usual margin. */}
      <Card className="max-sm:px-2 lg:p-5">
        <DaysField
          days={days}
          approvedUntil={approvedUntil}
          error={draft.errorOf('availableDates') ?? daysProblem}
          note={plannedDays.hasDropped ? words.daysPassed : null}
          onChange={plannedDays.choose}
          onLeave={plannedDays.touch}
        />
      </Card>
      <Card className="lg:p-5">
        <DurationField draft={draft} onTimesDropped={setNote} />
      </Card>
      <Card className="lg:p-5">
        <PlannedTimes {...{ draft, days, without, bookable, note }} onChoose={() => setNote(null)} />
      </Card>
    </>
  );
}

export function StagePublish({ scope, toDetails, toScreener, sending, keeper }: StagePublishProps) {
  const { draft, isOnline, online, choose } = usePlanDraft();
  const { part: Online } = online;
  const { form, isValid } = draft;
  const [demographics] = useState(() => readDraft(DRAFT_KEYS.demographics));
  const { isConsentUnfinished, approvedUntil, findDaysProblem } = useDetails();
  const plan = useWatch({ control: form.control });
  const plannedDays = usePlannedDays(form);
  const { days } = plannedDays;
  const times = plan.availableTimes ?? [];
  const duration = isDuration(plan.durationInMinutes) ? plan.durationInMinutes : undefined;
  const without = (plan.withoutTimes ?? []).filter((slot) => days.includes(slot.slice(0, 10)));
  const wanted = plan.desiredNumberOfParticipants ?? 0;
  const incentive = readIncentive(plan);
  const bookable = useBookable({ ...plan, days, times, without, minutes: duration ?? 0, wanted });
  const daysProblem = findDaysProblem(days);
  const closesProblem = findDaysProblem(plan.closesOn ? [plan.closesOn] : []);
  const screenOutPay = plan.survey?.screenOutPay ?? 0;
  const screenOutProblem = screenOutPay > incentive ? ruleText(rule('screenOutPay')) : undefined;
  const problem = isOnline ? (closesProblem ?? screenOutProblem) : (daysProblem ?? bookable.problem);
  const isPublishable = isValid && !isConsentUnfinished && !problem;
  const { submit, isPending } = useSubmit(draft, sending.publish, sending.hasDealtWith);
  return (
    <StageFrame
      heading={isOnline ? words.onlineHeading : words.publishHeading}
      text={isOnline ? words.onlineText : words.publishText}
      sum={
        incentive > 0 && wanted > 0
          ? payWords.toParticipants(cedis(incentive * 100 * wanted), wanted)
          : undefined
      }
      aside={<PreviewButton projectId={scope.projectId} plan={plan} />}
      onSubmit={submit}
      keeper={keeper}
      onKeep={keeper.keep}
      mayKeep={!isPending}
      action={
        <SubmitButton isValid={isPublishable} isPending={isPending}>
          {words.publish}
        </SubmitButton>
      }
    >
      {isConsentUnfinished && <StageNotice text={words.consentNotice} onLook={toDetails} />}
      <ScreenerNotice onLook={toScreener} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <ModeField {...{ isOnline, choose }} />
          {!isOnline && (
            <DaysAndTimes {...{ draft, plannedDays, approvedUntil, daysProblem, without, bookable }} />
          )}
          {isOnline && (
            <Card className="lg:p-5">
              {Online ? (
                <Online.SurveyAddress draft={draft} />
              ) : (
                <LazyPartFallback {...online} onRetry={online.retry} />
              )}
            </Card>
          )}
        </div>
        <PlanTerms
          {...{ draft, plan, online: isOnline ? Online : undefined, isOnline, demographics }}
          {...{ closesProblem, screenOutProblem, sending }}
        />
      </div>
    </StageFrame>
  );
}
