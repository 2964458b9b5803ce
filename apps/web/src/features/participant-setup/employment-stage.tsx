import { Employment } from '@app/contracts/identity/profile.ts';
import { EmploymentFields } from '../../forms/profile/employment-fields.tsx';
import { StageForm, type StageProps } from './stage-form.tsx';
import { stageParts } from './stages.ts';
import { useStageForm } from './use-stage-form.ts';

export function EmploymentStage({ onComplete }: StageProps) {
  const { field, isValid, goOn } = useStageForm(
    Employment,
    {
      draftKey: stageParts.employment.key,
      defaultValues: { status: undefined, jobRole: undefined, industry: undefined },
    },
    onComplete,
  );
  return (
    <StageForm stage="employment" isValid={isValid} onSubmit={goOn}>
      <EmploymentFields field={field} />
    </StageForm>
  );
}
