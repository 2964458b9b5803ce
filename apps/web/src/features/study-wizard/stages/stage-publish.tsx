import { choiceWords } from '@app/words/choices.ts';
import { exclusionWords } from '@app/words/exclusions.ts';
import { meetingPlanWords } from '@app/words/meeting-fields.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { quotaWords } from '@app/words/quotas.ts';
import { type Quota, sumQuotaPlaces } from '@app/contracts/project/quotas.ts';
import { DURATIONS_IN_MINUTES } from '@app/contracts/enumerations.ts';
import { MEETING_DEFAULTS } from '@app/contracts/project/meeting-choices.ts';
import { dayBeyond } from '@app/contracts/project/ethics.ts';
import { MAX_PARTICIPANTS, MIN_PARTICIPANTS, StudyDetails } from '@app/contracts/project/studies.ts';
import { rule } from '@app/contracts/rule.ts';
import { placeholdersIn } from '@app/words/ethics.ts';
import { ruleText } from '@app/words/say-rule.ts';
import { CalendarMinus, Eye, Minus, Plus } from 'lucide-react';
import { useEffect, useState, type ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { readDraft } from '../../../forms/drafts.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../../forms/form.tsx';
import { DRAFT_KEYS, type WizardScope } from '../../../product/study-drafts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { lazyPart, Skeleton } from '../../../ui/states.tsx';
import { RadioCards } from '../../../ui/choice-group.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass, Field } from '../../../ui/field.tsx';
import { DialogButton, RestingButton } from '../dialog-button.tsx';
import { readServerDraft } from '../drafts/own-drafts.ts';
import type { Sending } from '../drafts/use-submit-study.ts';
import { MeetingFields } from '../meeting/meeting-fields.tsx';
import { useBookable } from '../meeting/use-bookable.ts';
import { IncentiveField } from '../pay/incentive-field.tsx';
import { incentiveIn } from '../../../product/study-from-drafts.ts';
import { PlanAndPay } from '../pay/plan-and-pay.ts';
import { FewerFit, isRestricted } from '../reach/live-reach.tsx';
import { DaysField } from '../schedule/days-field.tsx';
import { TimesField } from '../schedule/times-field.tsx';
import { durationWords, isDuration, restorePlan, timesFor } from '../schedule/times.ts';
import { useToday } from '../../../product/meetings/use-now.ts';
import { hintedQuestions } from '../screener/screener.ts';
import { storedSurvey } from '../screener/use-survey.ts';
import { Fold, type Keeper, StageFrame } from './stage-frame.tsx';

const loadPreview = async () => (await import('./study-preview.tsx')).StudyPreview;
const loadWithout = async () => (await import('../meeting/without-times.tsx')).WithoutTimes;

const Quotas = lazyPart(
  async () => (await import('../quotas/quotas.tsx')).Quotas,
  <Skeleton className="h-40 w-full" />,
);

const durations = DURATIONS_IN_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: choiceWords.durationInMinutes[minutes],
}));

/** These fields have no input element, so validation must be triggered. */
const asEdited = { shouldValidate: true, shouldDirty: true, shouldTouch: true } as const;
const asTouched = { shouldValidate: true, shouldTouch: true } as const;

interface StagePublishProps {
  scope: WizardScope;
  toDetails: () => void;
  toScreener: () => void;
  sending: Sending;
  keeper: Keeper;
}

/** D-04 specifies a notice, not a refusal. */
function ScreenerNotice({ onLook }: { onLook: () => void }) {
  const [hinted] = useState(() => hintedQuestions(storedSurvey()));
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

interface ParticipantsFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  error: string | undefined;
  count: number | undefined;
  onStep: (count: number) => void;
}

const withinBounds = (count: number) => Math.min(Math.max(count, MIN_PARTICIPANTS), MAX_PARTICIPANTS);

/** S-312 specifies this field. */
function ParticipantsField({ error, count, onStep, ...input }: ParticipantsFieldProps) {
  const known = Math.trunc(count ?? 0) || 0;
  return (
    <Field label={words.participantsLabel} hint={words.participantsHint} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <RestingButton
            variant="secondary"
            className="w-12 shrink-0 px-0!"
            aria-label={words.fewerParticipants}
            isResting={known <= MIN_PARTICIPANTS}
            onClick={() => onStep(withinBounds(known - 1))}
          >
            <Minus aria-hidden="true" className="size-5" />
          </RestingButton>
          <input
            {...input}
            {...control}
            type="text"
            min={0}
            max={MAX_PARTICIPANTS}
            inputMode="numeric"
            autoComplete="off"
            className={cx(controlClass, 'figures text-center')}
          />
          <RestingButton
            variant="secondary"
            className="w-12 shrink-0 px-0!"
            aria-label={words.moreParticipants}
            isResting={known >= MAX_PARTICIPANTS}
            onClick={() => onStep(withinBounds(known + 1))}
          >
            <Plus aria-hidden="true" className="size-5" />
          </RestingButton>
        </div>
      )}
    </Field>
  );
}

/** S-311 to S-315 specify stage 4. */
export function StagePublish({ scope, toDetails, toScreener, sending, keeper }: StagePublishProps) {
  const draft = useDraftForm(PlanAndPay, {
    draftKey: DRAFT_KEYS.plan,
    defaultValues: {
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
  });
  const { form, errorOf, numberField, isValid } = draft;
  const [demographics] = useState(() => readDraft(DRAFT_KEYS.demographics));
  const [{ ethics = null, consentText }] = useState(readDetails);
  const isConsentUnfinished = placeholdersIn(consentText ?? '').length > 0;
  const approvedUntil = ethics?.approval === 'APPROVED' ? ethics.validUntil : undefined;
  const [note, setNote] = useState<string | null>(null);
  const plan = useWatch({ control: form.control });
  const chosenDays = plan.availableDates ?? [];
  const now = useToday();
  const days = chosenDays.filter((day) => day >= now);
  const hasPassed = days.length < chosenDays.length;
  const [hasDropped, setHasDropped] = useState(false);
  if (hasPassed && !hasDropped) setHasDropped(true);
  const times = plan.availableTimes ?? [];
  const duration = isDuration(plan.durationInMinutes) ? plan.durationInMinutes : undefined;
  const without = (plan.withoutTimes ?? []).filter((slot) => days.includes(slot.slice(0, 10)));
  const wanted = plan.desiredNumberOfParticipants ?? 0;
  const bookable = useBookable({ ...plan, days, times, without, minutes: duration ?? 0, wanted });
  const daysProblem =
    dayBeyond(ethics, days) === undefined ? undefined : ruleText(rule(`approvalEnds ${approvedUntil}`));
  const isPublishable = isValid && !isConsentUnfinished && !daysProblem && !bookable.problem;
  const incentive = incentiveIn(plan);
  const quotas = (plan.quotas ?? []) as Quota[];
  const areGroupsWrong =
    quotas.length > 0 && (sumQuotaPlaces(quotas) !== wanted || errorOf('quotas') !== undefined);
  const { submit, isPending } = useSubmit(draft, sending.publish, sending.hasDealtWith);

  const chooseDays = (chosen: string[]) => form.setValue('availableDates', chosen, asEdited);
  // Midnight in Ghana has passed while the page was open.
  useEffect(() => {
    if (!hasPassed) return;
    const { availableDates } = form.getValues();
    form.setValue('availableDates', availableDates?.filter((day) => day >= now) ?? [], asEdited);
  }, [hasPassed, form, now]);

  function chooseDuration(minutes: number) {
    if (!isDuration(minutes)) return;
    const { kept, dropped } = timesFor(minutes, times);
    form.setValue('durationInMinutes', minutes, asEdited);
    if (dropped.length > 0) form.setValue('availableTimes', kept, asEdited);
    setNote(dropped.length > 0 ? words.timesDropped(dropped, durationWords(minutes)) : null);
  }

  const leaveDuration = () =>
    form.setValue('durationInMinutes', form.getValues('durationInMinutes'), asTouched);

  return (
    <StageFrame
      heading={words.publishHeading}
      text={words.publishText}
      isWide
      aside={
        <DialogButton
          Icon={Eye}
          label={words.preview}
          hint={words.previewHint}
          title={words.previewTitle}
          load={loadPreview}
          props={{ projectId: scope.projectId, plan }}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:flex-row-reverse sm:max-lg:*:last:hidden"
        />
      }
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
        {/* Seven days of 44 px leave no room for the usual card margin on the narrowest phone. */}
        <Card className="max-sm:px-2 lg:sticky lg:p-5" style={{ top: '1rem' }}>
          <DaysField
            days={days}
            approvedUntil={approvedUntil}
            error={errorOf('availableDates') ?? daysProblem}
            note={hasDropped ? words.daysPassed : null}
            onChange={(chosen) => {
              setHasDropped(false);
              chooseDays(chosen);
            }}
            onLeave={() => form.setValue('availableDates', days, asTouched)}
          />
        </Card>
        <div className="flex flex-col gap-4">
          <Card className="lg:p-5">
            <RadioCards
              label={words.durationLabel}
              name="durationInMinutes"
              options={durations}
              columns={4}
              isCompact
              chosen={duration === undefined ? null : String(duration)}
              error={errorOf('durationInMinutes')}
              onChange={(event) => chooseDuration(Number(event.target.value))}
              onBlur={({ target, relatedTarget }) => {
                if (!target.closest('fieldset')?.contains(relatedTarget)) leaveDuration();
              }}
            />
          </Card>
          <Card className="lg:p-5">
            <ParticipantsField
              count={plan.desiredNumberOfParticipants}
              onStep={(count) => form.setValue('desiredNumberOfParticipants', count, asEdited)}
              {...numberField('desiredNumberOfParticipants')}
            />
            <FewerFit demographics={demographics} wanted={plan.desiredNumberOfParticipants} />
            <div className="mt-4 border-t border-line pt-6">
              <Fold
                label={quotaWords.open}
                isOpenAtFirst={() => quotas.length > 0}
                // An error that prevents publishing must be visible.
                hasError={areGroupsWrong}
              >
                <Quotas
                  demographics={demographics}
                  places={wanted}
                  quotas={quotas}
                  error={errorOf('quotas')}
                  onChange={(chosen) => form.setValue('quotas', chosen, asEdited)}
                />
              </Fold>
            </div>
          </Card>
          <Card className="lg:p-5">
            <TimesField
              duration={duration}
              chosen={times}
              days={days}
              leadHours={plan.leadHours || 0}
              error={errorOf('availableTimes') ?? bookable.problem}
              note={note}
              caution={bookable.note}
              onChange={(chosen) => {
                setNote(null);
                form.setValue('availableTimes', chosen, asEdited);
              }}
              onLeave={() => form.setValue('availableTimes', times, asTouched)}
              onNoDuration={leaveDuration}
            />
            {days.length > 0 && times.length > 0 && (
              <DialogButton
                Icon={CalendarMinus}
                label={meetingPlanWords.withoutTitle}
                hint={meetingPlanWords.withoutHint(without.length)}
                title={meetingPlanWords.withoutTitle}
                load={loadWithout}
                props={{
                  days,
                  times,
                  without,
                  onChange: (chosen) => form.setValue('withoutTimes', chosen, asEdited),
                }}
                className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2"
              />
            )}
          </Card>
          <Card className="lg:p-5">
            <IncentiveField
              incentive={incentive}
              places={plan.desiredNumberOfParticipants}
              minutes={duration}
              savedAs={readServerDraft()?.id}
              mayHaveBudget={readServerDraft()?.mayHaveBudget === true}
              onSave={() => sending.save(incentive)}
              {...numberField('incentive')}
            />
          </Card>
          <Card className="lg:p-5">
            <MeetingFields plan={draft} />
          </Card>
          <Card className="lg:p-5">
            {isRestricted(demographics) ? (
              <p>{exclusionWords.notListed}</p>
            ) : (
              <Checkbox
                label={meetingPlanWords.isListed}
                hint={meetingPlanWords.isListedHint}
                {...draft.field('isListed')}
              />
            )}
          </Card>
        </div>
      </div>
    </StageFrame>
  );
}
