import { studyWizardMessages as words } from '@app/contracts/messages/study-wizard.ts';
import { MAX_PARTICIPANTS, MIN_PARTICIPANTS } from '@app/contracts/project/studies.ts';
import { Minus, Plus } from 'lucide-react';
import type { ComponentProps, FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { controlClass, Field } from '../../ui/field.tsx';

interface ParticipantsFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  error: string | undefined;
  /** What the field holds now. */
  count: number | undefined;
  onStep: (count: number) => void;
}

const withinBounds = (count: number) => Math.min(Math.max(count, MIN_PARTICIPANTS), MAX_PARTICIPANTS);

function digitsOnly({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const digits = input.value.replaceAll(/\D/g, '');
  if (digits !== input.value) input.value = digits;
}

/** A number with a step down and a step up (S-312). */
export function ParticipantsField({ error, count, onStep, ...input }: ParticipantsFieldProps) {
  const known = count === undefined || Number.isNaN(count) ? 0 : count;
  return (
    <Field label={words.participantsLabel} hint={words.participantsHint} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <Button
            variant="secondary"
            className="w-12 shrink-0 px-0!"
            aria-label={words.fewerParticipants}
            disabled={known <= MIN_PARTICIPANTS}
            onClick={() => onStep(withinBounds(known - 1))}
          >
            <Minus aria-hidden="true" className="size-5" />
          </Button>
          <input
            {...input}
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            min={0}
            max={MAX_PARTICIPANTS}
            onInput={digitsOnly}
            className={cx(controlClass, 'figures text-center')}
          />
          <Button
            variant="secondary"
            className="w-12 shrink-0 px-0!"
            aria-label={words.moreParticipants}
            disabled={known >= MAX_PARTICIPANTS}
            onClick={() => onStep(withinBounds(known + 1))}
          >
            <Plus aria-hidden="true" className="size-5" />
          </Button>
        </div>
      )}
    </Field>
  );
}
