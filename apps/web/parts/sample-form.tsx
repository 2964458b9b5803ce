import { partsPageWords as words } from '@app/words/parts-page.ts';
import { projectWords } from '@app/words/projects.ts';
import { ProjectDetails } from '@app/contracts/project/projects.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH } from '@app/contracts/text.ts';
import { SubmitButton } from '../src/forms/submit-button.tsx';
import { useDraftForm } from '../src/forms/use-draft-form.ts';
import { Card } from '../src/ui/card.tsx';
import { TextArea, TextInput } from '../src/ui/text-input.tsx';
import { toast } from '../src/ui/toast.ts';
import { Sample } from './part-section.tsx';

/** Fields as every form of the product joins them with a contract's schema. */
export function SampleForm() {
  const { form, field, isValid } = useDraftForm(ProjectDetails, {
    defaultValues: { projectName: '', description: '' },
  });
  const submit = form.handleSubmit(() => toast.success(words.sent));
  return (
    <Sample title={words.form}>
      <Card className="max-w-text">
        <p className="text-cocoa-2">{words.formText}</p>
        <form
          aria-label={words.form}
          noValidate
          onSubmit={(event) => void submit(event)}
          className="mt-5 flex flex-col gap-5"
        >
          <TextInput
            label={projectWords.nameLabel}
            maxCharacters={INPUT_MAX_LENGTH}
            {...field('projectName')}
          />
          <TextArea
            label={projectWords.descriptionLabel}
            isOptional
            maxCharacters={TEXTAREA_MAX_LENGTH}
            {...field('description')}
          />
          <SubmitButton isValid={isValid} isPending={false}>
            {words.send}
          </SubmitButton>
        </form>
      </Card>
    </Sample>
  );
}
