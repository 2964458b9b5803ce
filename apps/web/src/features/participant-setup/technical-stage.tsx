import { TechnicalFields } from '../../forms/profile/technical-fields.tsx';
import { TechnicalForm } from '../../forms/profile/technical-form.ts';
import { StageForm } from './stage-form.tsx';
import { type StageProps, useStageForm } from './use-stage-form.ts';

export function TechnicalStage(props: StageProps) {
  const { form, field, isValid, goOn } = useStageForm(
    'technical-details',
    TechnicalForm,
    {
      browsers: [],
      computerOs: undefined,
      phoneOs: undefined,
      tabletOs: undefined,
      hasWebcam: undefined,
      hasInternet: undefined,
    },
    props,
  );
  return (
    <StageForm stage="technical-details" isValid={isValid} onSubmit={goOn}>
      <TechnicalFields form={form} field={field} />
    </StageForm>
  );
}
