import { ethicsWords as words } from '@app/words/ethics.ts';
import { CONSENT_MAX_LENGTH } from '@app/contracts/project/ethics.ts';
import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

type ConsentFieldProps = Omit<ComponentProps<typeof TextArea>, 'label'> & {
  /** Nothing is written yet, so that the template overwrites nothing. */
  isBlank: boolean;
  write: (text: string) => void;
};

/** What participants agree to, with a template to begin from. */
export function ConsentField({ isBlank, write, ...field }: ConsentFieldProps) {
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
      {isBlank && (
        <Button variant="secondary" size="small" className="mt-3" onClick={fillIn}>
          {words.fillTemplate}
        </Button>
      )}
    </div>
  );
}
