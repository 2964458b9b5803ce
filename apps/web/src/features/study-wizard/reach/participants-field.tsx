import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import { MAX_PARTICIPANTS, MIN_PARTICIPANTS } from '@app/contracts/project/studies.ts';
import { Minus, Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../../../ui/cx.ts';
import { controlClass, Field } from '../../../ui/field.tsx';
import { RestingButton } from '../resting-button.tsx';

interface ParticipantsFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  error: string | undefined;
  /** What the field holds now. */
  count: number | undefined;
  onStep: (count: number) => void;
}

const withinBounds = (count: number) => Math.min(Math.max(count, MIN_PARTICIPANTS), MAX_PARTICIPANTS);

/** A number with a step down and a step up (S-312). */
export function ParticipantsField({ error, count, onStep, ...input }: ParticipantsFieldProps) {
  const known = Math.trunc(count ?? 0) || 0;
  return (
    <Field label={words.participantsLabel} hint={words.participantsHint} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <RestingButton
            variant="secondary"
            className="w-12 shrink-0 px-0!"
            aria-label={words.fewerParticipants}
            isResting={known <= MIN_PARTICIPANTS}
            onClick={() => onStep(withinBounds(known - 1))}
          >
            <Minus aria-hidden="true" className="size-5" />
          </RestingButton>
          <input
            {...input}
            {...control}
            type="text"
            min={0}
            max={MAX_PARTICIPANTS}
            inputMode="numeric"
            autoComplete="off"
            className={cx(controlClass, 'figures text-center')}
          />
          <RestingButton
            variant="secondary"
            className="w-12 shrink-0 px-0!"
            aria-label={words.moreParticipants}
            isResting={known >= MAX_PARTICIPANTS}
            onClick={() => onStep(withinBounds(known + 1))}
          >
            <Plus aria-hidden="true" className="size-5" />
          </RestingButton>
        </div>
      )}
    </Field>
  );
}
