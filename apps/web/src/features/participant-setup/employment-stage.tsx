import { Employment } from '@app/contracts/identity/profile.ts';
import { EmploymentFields } from '../../forms/profile/employment-fields.tsx';
import { StageForm } from './stage-form.tsx';
import { type StageProps, useStageForm } from './use-stage-form.ts';

export function EmploymentStage(props: StageProps) {
  const { field, isValid, goOn } = useStageForm(
    'employment',
    Employment,
    { status: undefined, jobRole: undefined, industry: undefined },
    props,
  );
  return (
    <StageForm stage="employment" isValid={isValid} onSubmit={goOn}>
      <EmploymentFields field={field} />
    </StageForm>
  );
}
