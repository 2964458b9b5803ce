import { TechnicalFields } from '../../forms/profile/technical-fields.tsx';
import { TechnicalForm } from '../../forms/profile/technical-form.ts';
import { StageForm, type StageProps } from './stage-form.tsx';
import { stageParts } from './stages.ts';
import { useStageForm } from './use-stage-form.ts';

export function TechnicalStage({ onComplete }: StageProps) {
  const { form, field, isValid, goOn } = useStageForm(
    TechnicalForm,
    {
      draftKey: stageParts['technical-details'].key,
      defaultValues: {
        browsers: [],
        computerOs: undefined,
        phoneOs: undefined,
        tabletOs: undefined,
        hasWebcam: undefined,
        hasInternet: undefined,
      },
    },
    onComplete,
  );
  return (
    <StageForm stage="technical-details" isValid={isValid} onSubmit={goOn}>
      <TechnicalFields form={form} field={field} />
    </StageForm>
  );
}
