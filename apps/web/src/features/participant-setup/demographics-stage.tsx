import { Demographic } from '@app/contracts/identity/profile.ts';
import { DemographicFields } from '../../forms/profile/demographic-fields.tsx';
import { StageForm } from './stage-form.tsx';
import { type StageProps, useStageForm } from './use-stage-form.ts';

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
    },
    props,
  );
  return (
    <StageForm stage="demographics" isValid={isValid} onSubmit={goOn}>
      <DemographicFields {...draft} />
    </StageForm>
  );
}
