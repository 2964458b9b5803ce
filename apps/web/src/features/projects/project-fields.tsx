import { projectWords as words } from '@app/words/projects.ts';
import type { ProjectDetails } from '@app/contracts/project/projects.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH } from '@app/contracts/text.ts';
import type { DraftForm } from '../../forms/form.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';

type Field = Pick<DraftForm<typeof ProjectDetails>, 'field'>;

export function ProjectNameField({ field, hint }: Field & { hint?: string }) {
  return (
    <TextInput
      label={words.nameLabel}
      hint={hint}
      autoComplete="off"
      maxCharacters={INPUT_MAX_LENGTH}
      {...field('projectName')}
    />
  );
}

export function ProjectDescriptionField({ field }: Field) {
  return (
    <TextArea
      label={words.descriptionLabel}
      hint={words.descriptionHint}
      isOptional
      maxCharacters={TEXTAREA_MAX_LENGTH}
      {...field('description')}
    />
  );
}
