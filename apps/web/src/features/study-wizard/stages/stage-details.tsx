import { choiceWords } from '@app/words/choices.ts';
import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import { DEVICE_REQUIREMENTS } from '@app/contracts/enumerations.ts';
import { StudyDetails } from '@app/contracts/project/studies.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH } from '@app/contracts/text.ts';
import { Copy } from 'lucide-react';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { DRAFT_KEYS, type WizardScope } from '../../../product/study-drafts.ts';
import { Card } from '../../../ui/card.tsx';
import { CheckboxGroup } from '../../../ui/choice-group.tsx';
import { optionsOf } from '../../../ui/options.ts';
import { TextArea, TextInput } from '../../../ui/text-input.tsx';
import { DialogButton } from '../dialog-button.tsx';
import { type Keeper, StageFrame } from './stage-frame.tsx';
import { useStageForm } from './use-stage-form.ts';

const loadCopyFrom = async () => (await import('../copy/copy-from.tsx')).CopyFrom;

const devices = optionsOf(DEVICE_REQUIREMENTS, choiceWords.deviceRequirements);

interface StageDetailsProps {
  scope: WizardScope;
  onDone: () => void;
  keeper: Keeper;
}

/** Stage 1 (S-304). */
export function StageDetails({ scope, onDone, keeper }: StageDetailsProps) {
  const { field, isValid, keepThen } = useStageForm(StudyDetails, {
    draftKey: DRAFT_KEYS.details,
    defaultValues: { name: '', publicName: '', description: '', deviceRequirements: [] },
  });
  return (
    <StageFrame
      heading={words.detailsHeading}
      text={words.detailsText}
      aside={
        scope.studyId === null && (
          <DialogButton
            Icon={Copy}
            label={words.copyFrom}
            hint={words.copyFromHint}
            title={words.copyFrom}
            load={loadCopyFrom}
            props={{ scope }}
            className="flex flex-col items-start gap-2"
          />
        )
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
      <Card className="flex flex-col gap-6">
        <TextInput
          label={words.nameLabel}
          hint={words.nameHint}
          autoComplete="off"
          maxCharacters={INPUT_MAX_LENGTH}
          {...field('name')}
        />
        <TextInput
          label={words.publicNameLabel}
          hint={words.publicNameHint}
          autoComplete="off"
          maxCharacters={INPUT_MAX_LENGTH}
          {...field('publicName')}
        />
        <TextArea
          label={words.descriptionLabel}
          hint={words.descriptionHint}
          maxCharacters={TEXTAREA_MAX_LENGTH}
          {...field('description')}
        />
        <CheckboxGroup
          label={words.devicesLabel}
          hint={words.devicesHint}
          options={devices}
          columns={3}
          {...field('deviceRequirements')}
        />
      </Card>
    </StageFrame>
  );
}
