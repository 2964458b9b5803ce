import { OnlineStudyPublish } from '@app/contracts/project/online-studies.ts';
import { Incentive, quotasAddUp } from '@app/contracts/project/studies.ts';
import { surveyPlanWords as words } from '@app/words/survey-plan.ts';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { SurveyAddressField } from '../../../product/survey-address-field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { ChoosingField } from '../meeting/meeting-fields.tsx';
import { asEdited, type PlanForm, type PlanSchema } from '../pay/plan-and-pay.ts';

/** Leaves out the fields for meetings. */
export const OnlinePlanAndPay = z
  .object({ ...OnlineStudyPublish.shape, incentive: Incentive })
  .check(quotasAddUp) as unknown as PlanSchema;

export function SurveyAddress({ draft: { form, field } }: { draft: PlanForm }) {
  const address = useWatch({ control: form.control, name: 'survey.address' }) ?? '';
  return (
    <SurveyAddressField
      address={address}
      write={(text) => form.setValue('survey.address', text, asEdited)}
      {...field('survey.address')}
    />
  );
}

interface SurveyTermsProps {
  draft: PlanForm;
  closesProblem: string | undefined;
}

const number = { inputMode: 'numeric', autoComplete: 'off' } as const;

export function SurveyTerms({ draft, closesProblem }: SurveyTermsProps) {
  const { error, ...closesOn } = draft.field('closesOn');
  return (
    <div className="flex flex-col gap-4">
      <TextInput
        label={words.minutes}
        hint={words.minutesHint}
        {...number}
        {...draft.numberField('survey.minutes')}
      />
      <TextInput
        type="date"
        label={words.closesOn}
        hint={words.closesOnHint}
        {...closesOn}
        error={error ?? closesProblem}
      />
      <ChoosingField plan={draft} label={words.choosing} />
    </div>
  );
}

interface ScreenOutFieldProps {
  draft: PlanForm;
  problem: string | undefined;
}

export function ScreenOutField({ draft, problem }: ScreenOutFieldProps) {
  const { error, ...screenOutPay } = draft.numberField('survey.screenOutPay');
  return (
    <div className="mt-4">
      <TextInput
        label={words.screenOutPay}
        hint={words.screenOutPayHint}
        isOptional
        {...number}
        {...screenOutPay}
        error={error ?? problem}
      />
    </div>
  );
}
