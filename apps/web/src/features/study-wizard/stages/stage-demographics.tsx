import { choiceWords } from '@app/words/choices.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { ADULT_AGE } from '@app/contracts/calendar.ts';
import { EDUCATION_LEVELS, GENDERS, INCOME_RANGES } from '@app/contracts/enumerations.ts';
import { OLDEST_PARTICIPANT, ParticipantsDemographics } from '@app/contracts/project/studies.ts';
import { Users } from 'lucide-react';
import { type Control, useWatch } from 'react-hook-form';
import type { input } from 'zod/v4/core';
import { SubmitButton, type DraftForm } from '../../../forms/form.tsx';
import { type WizardScope, DRAFT_KEYS } from '../../../product/study-drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CheckboxGroup } from '../../../ui/choice-group.tsx';
import { lazyPart, Skeleton } from '../../../ui/states.tsx';
import { toOptions } from '../../../ui/options.ts';
import { TextInput } from '../../../ui/text-input.tsx';
import { LiveReach } from '../reach/live-reach.tsx';
import { type Keeper, StageFrame, useStageForm, Fold } from './stage-frame.tsx';

const genders = toOptions(GENDERS, choiceWords.gender);
const education = toOptions(EDUCATION_LEVELS, choiceWords.education);
const incomes = toOptions(INCOME_RANGES, choiceWords.annualHouseholdIncome);

const ageInput = { inputMode: 'numeric', autoComplete: 'off', min: 0, max: OLDEST_PARTICIPANT } as const;

function EligibleNotice() {
  return (
    <p className="flex items-start gap-3 rounded-card bg-green-tint p-4 text-sm">
      <Users aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-green" />
      {words.eligibleNotice}
    </p>
  );
}

/** A component of its own, so that only it renders if a criterion changes. */
function WatchedReach({ control }: { control: Control<input<typeof ParticipantsDemographics>> }) {
  return <LiveReach demographics={useWatch({ control })} />;
}

type Criteria = DraftForm<typeof ParticipantsDemographics>['form'];

const everybody = {
  regions: [],
  languages: [],
  employment: [],
  jobRoles: [],
  industries: [],
  phoneOs: [],
  hasInternet: false,
  excludedStudies: null,
  requiredStudies: null,
  isInviteOnly: false,
};

const EligibilityFields = lazyPart(
  async () => (await import('./eligibility.tsx')).EligibilityFields,
  <Skeleton className="h-96 w-full" />,
);

function Further({
  form,
  field,
  scope,
}: Pick<DraftForm<typeof ParticipantsDemographics>, 'form' | 'field'> & { scope: WizardScope }) {
  const named = useWatch({ control: form.control, name: ['excludedStudies', 'requiredStudies'] });
  const { shape } = ParticipantsDemographics;
  const isChosen = () =>
    Object.keys(everybody).some((name) => {
      const chosen = form.getValues(name as keyof typeof everybody);
      return Array.isArray(chosen) ? chosen.length > 0 : Boolean(chosen);
    });
  return (
    <Fold
      label={words.moreAboutThem}
      isOpenAtFirst={isChosen}
      hasError={
        !shape.excludedStudies.safeParse(named[0]).success ||
        !shape.requiredStudies.safeParse(named[1]).success
      }
    >
      <EligibilityFields {...{ form, field, scope }} />
    </Fold>
  );
}

const asChosen = { shouldValidate: true, shouldDirty: true, shouldTouch: true } as const;

const everyone = {
  gender: [...GENDERS],
  education: [...EDUCATION_LEVELS],
  annualHouseholdIncome: [...INCOME_RANGES],
};

/** A component of its own, so that only it renders if a choice changes. */
function SelectAll({ form, name, of }: { form: Criteria; name: keyof typeof everyone; of: string }) {
  const isAll = useWatch({ control: form.control, name })?.length === everyone[name].length;
  const label = isAll ? words.clearAll : words.selectAll;
  return (
    <Button
      variant="quiet"
      size="small"
      className="float-right -mr-4"
      aria-label={words.groupAction(label, of)}
      onClick={() => form.setValue(name, isAll ? [] : everyone[name], asChosen)}
    >
      {label}
    </Button>
  );
}

function AgeFields({ numberField }: Pick<DraftForm<typeof ParticipantsDemographics>, 'numberField'>) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:max-w-md">
      {/* The maximum age must not be below the minimum age. */}
      <TextInput
        label={words.minimumAgeLabel}
        {...ageInput}
        {...numberField('minimumAge', { deps: ['maximumAge'] })}
      />
      <TextInput label={words.maximumAgeLabel} {...ageInput} {...numberField('maximumAge')} />
      <p className="col-span-2 text-sm text-cocoa-3">{words.ageHint}</p>
    </div>
  );
}

interface StageDemographicsProps {
  scope: WizardScope;
  onDone: () => void;
  keeper: Keeper;
}

export function StageDemographics({ scope, onDone, keeper }: StageDemographicsProps) {
  const { form, field, numberField, isValid, saveDraftThen } = useStageForm(ParticipantsDemographics, {
    draftKey: DRAFT_KEYS.demographics,
    defaultValues: {
      minimumAge: undefined,
      maximumAge: undefined,
      gender: [],
      education: [],
      annualHouseholdIncome: [],
      ...everybody,
    },
  });
  const all = (name: keyof typeof everyone, of: string) => <SelectAll form={form} name={name} of={of} />;

  function chooseAnyone() {
    const anyone = { minimumAge: ADULT_AGE, maximumAge: OLDEST_PARTICIPANT, ...everyone };
    for (const [name, value] of Object.entries(anyone)) {
      form.setValue(name as keyof typeof anyone, value, asChosen);
    }
  }
  return (
    <StageFrame
      heading={words.demographicsHeading}
      text={words.demographicsText}
      onSubmit={(event) => {
        event.preventDefault();
        saveDraftThen(onDone);
      }}
      keeper={keeper}
      onKeep={() => saveDraftThen(keeper.keep)}
      mayKeep={isValid}
      action={
        <SubmitButton isValid={isValid} isPending={false}>
          {words.continue}
        </SubmitButton>
      }
    >
      <Card className="grid items-start gap-8 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-8">
          <Button variant="secondary" size="small" className="self-start" onClick={chooseAnyone}>
            <Users aria-hidden="true" className="size-5" />
            {words.anyone(ADULT_AGE)}
          </Button>
          <AgeFields numberField={numberField} />
          <CheckboxGroup
            label={words.genderLabel}
            aside={all('gender', words.genderLabel)}
            options={genders}
            columns={3}
            {...field('gender')}
          />
          <div className="flex flex-col gap-3">
            <EligibleNotice />
            <WatchedReach control={form.control} />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <CheckboxGroup
            label={words.educationLabel}
            aside={all('education', words.educationLabel)}
            options={education}
            columns={2}
            {...field('education')}
          />
          <CheckboxGroup
            label={words.incomeLabel}
            aside={all('annualHouseholdIncome', words.incomeLabel)}
            options={incomes}
            columns={2}
            {...field('annualHouseholdIncome')}
          />
        </div>
        <div style={{ gridColumn: '1 / -1' }}>
          <Further {...{ form, field, scope }} />
        </div>
      </Card>
    </StageFrame>
  );
}
