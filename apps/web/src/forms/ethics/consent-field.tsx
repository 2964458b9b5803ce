import { ethicsWords as words, placeholdersIn } from '@app/words/ethics.ts';
import { CONSENT_MAX_LENGTH } from '@app/contracts/project/ethics.ts';
import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

type ConsentFieldProps = Omit<ComponentProps<typeof TextArea>, 'label'> & {
  text: string;
  write: (text: string) => void;
};

export function ConsentField({ text, write, ...field }: ConsentFieldProps) {
  const placeholders = placeholdersIn(text);
  function fillIn() {
    write(words.template);
    toast.info(words.templateFilled);
  }
  return (
    <div>
      <TextArea
        label={words.consentLabel}
        hint={words.consentHint}
        rows={6}
        maxCharacters={CONSENT_MAX_LENGTH}
        {...field}
      />
      <p role="status" className="text-sm text-gold-ink wrap-anywhere">
        {placeholders.length > 0 && words.placeholdersLeft(placeholders)}
      </p>
      {/* The template can only fill an empty field, so it never replaces a text. */}
      {text === '' && (
        <Button variant="secondary" size="small" className="mt-3" onClick={fillIn}>
          {words.fillTemplate}
        </Button>
      )}
    </div>
  );
}
