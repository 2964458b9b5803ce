import { choiceWords } from '@app/words/choices.ts';
import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import { EDUCATION_LEVELS, GENDERS, INCOME_RANGES } from '@app/contracts/enumerations.ts';
import { OLDEST_PARTICIPANT, ParticipantsDemographics } from '@app/contracts/project/studies.ts';
import { Users } from 'lucide-react';
import { type Control, useWatch } from 'react-hook-form';
import type { input } from 'zod/v4/core';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CheckboxGroup } from '../../../ui/choice-group.tsx';
import { optionsOf } from '../../../ui/options.ts';
import { TextInput } from '../../../ui/text-input.tsx';
import { DRAFT_KEYS } from '../drafts/stages.ts';
import { LiveReach } from '../reach/live-reach.tsx';
import { wholeNumberInput } from '../reach/whole-number.ts';
import { type Keeper, StageFrame } from './stage-frame.tsx';
import { useStageForm } from './use-stage-form.ts';

const genders = optionsOf(GENDERS, choiceWords.gender);
const education = optionsOf(EDUCATION_LEVELS, choiceWords.education);
const incomes = optionsOf(INCOME_RANGES, choiceWords.annualHouseholdIncome);

const ageInput = { ...wholeNumberInput(OLDEST_PARTICIPANT), min: 0, max: OLDEST_PARTICIPANT };

function EligibleNotice() {
  return (
    <p className="flex items-start gap-3 rounded-card bg-green-tint p-4 text-sm">
      <Users aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-green" />
      {words.eligibleNotice}
    </p>
  );
}

/** Draws itself alone when a criterion changes. */
function WatchedReach({ control }: { control: Control<input<typeof ParticipantsDemographics>> }) {
  return <LiveReach demographics={useWatch({ control })} />;
}

/** Stage 2 (S-305, S-306). */
export function StageDemographics({ onDone, keeper }: { onDone: () => void; keeper: Keeper }) {
  const { form, field, numberField, isValid, keepThen } = useStageForm(ParticipantsDemographics, {
    draftKey: DRAFT_KEYS.demographics,
    defaultValues: {
      minimumAge: undefined,
      maximumAge: undefined,
      gender: [],
      education: [],
      annualHouseholdIncome: [],
    },
  });
  return (
    <StageFrame
      heading={words.demographicsHeading}
      text={words.demographicsText}
      aside={
        <div className="flex flex-col gap-3">
          <EligibleNotice />
          <WatchedReach control={form.control} />
        </div>
      }
      onSubmit={(event) => {
        event.preventDefault();
        keepThen(onDone);
      }}
      keeper={keeper}
      onKeep={() => keepThen(keeper.keep)}
      mayKeep={isValid}
      action={
        <SubmitButton isValid={isValid} isPending={false}>
          {words.continue}
        </SubmitButton>
      }
    >
      <Card className="flex flex-col gap-8">
        <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:max-w-md">
          {/* The maximum is judged against the minimum, so it is judged again when that changes. */}
          <TextInput
            label={words.minimumAgeLabel}
            {...ageInput}
            {...numberField('minimumAge', { deps: ['maximumAge'] })}
          />
          <TextInput label={words.maximumAgeLabel} {...ageInput} {...numberField('maximumAge')} />
          <p className="col-span-2 text-sm text-cocoa-3">{words.ageHint}</p>
        </div>
        <CheckboxGroup label={words.genderLabel} options={genders} columns={3} {...field('gender')} />
        <CheckboxGroup label={words.educationLabel} options={education} columns={2} {...field('education')} />
        <CheckboxGroup
          label={words.incomeLabel}
          options={incomes}
          columns={2}
          {...field('annualHouseholdIncome')}
        />
      </Card>
    </StageFrame>
  );
}
