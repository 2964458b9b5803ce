import { Demographic } from '@app/contracts/identity/profile.ts';
import { DemographicFields } from '../../forms/profile/demographic-fields.tsx';
import { StageForm, type StageProps } from './stage-form.tsx';
import { stageParts } from './stages.ts';
import { useStageForm } from './use-stage-form.ts';

export function DemographicsStage({ onComplete }: StageProps) {
  const { isValid, goOn, ...draft } = useStageForm(
    Demographic,
    {
      draftKey: stageParts.demographics.key,
      defaultValues: {
        dateOfBirth: '',
        gender: undefined,
        education: undefined,
        annualHouseholdIncome: undefined,
        region: undefined,
        city: '',
      },
    },
    onComplete,
  );
  return (
    <StageForm stage="demographics" isValid={isValid} onSubmit={goOn}>
      <DemographicFields {...draft} />
    </StageForm>
  );
}
