import { ethicsWords as words } from '@app/words/ethics.ts';
import { COMMITTEE_MAX_LENGTH, type Ethics } from '@app/contracts/project/ethics.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH } from '@app/contracts/text.ts';
import { useId, useRef, type ChangeEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { RadioCards } from '../../ui/choice-group.tsx';
import { toOptions } from '../../ui/options.ts';
import { TextArea, TextInput } from '../../ui/text-input.tsx';

type Name = 'ethics.committee' | 'ethics.number' | 'ethics.validUntil' | 'ethics.reason';

interface EthicsFieldsProps {
  ethics: Ethics | null | undefined;
  choose: (ethics: Ethics | null) => void;
  field: (name: Name) => UseFormRegisterReturn & { error: string | undefined };
  /** True if there is already a statement, because it cannot be withdrawn. */
  mustSay?: boolean;
}

const blank: Readonly<Record<string, Ethics>> = {
  APPROVED: { approval: 'APPROVED', committee: '', number: '', validUntil: '' },
  NOT_NEEDED: { approval: 'NOT_NEEDED', reason: '' },
};

export function EthicsFields({ ethics, choose, field, mustSay = false }: EthicsFieldsProps) {
  const listId = useId();
  const name = useId();
  const typed = useRef<Record<string, Ethics>>({});
  const options = toOptions(
    mustSay ? (['APPROVED', 'NOT_NEEDED'] as const) : (['NONE', 'APPROVED', 'NOT_NEEDED'] as const),
    words.approval,
  );
  return (
    <>
      <RadioCards
        label={words.approvalLabel}
        name={name}
        options={options}
        chosen={ethics?.approval ?? 'NONE'}
        onChange={({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
          if (ethics) typed.current[ethics.approval] = ethics;
          choose(typed.current[value] ?? blank[value] ?? null);
        }}
      />
      {ethics?.approval === 'APPROVED' && (
        <>
          <TextInput
            label={words.committeeLabel}
            hint={words.committeeHint}
            list={listId}
            autoComplete="off"
            maxCharacters={COMMITTEE_MAX_LENGTH}
            {...field('ethics.committee')}
          />
          <datalist id={listId}>
            {words.committees.map((committee) => (
              <option key={committee}>{committee}</option>
            ))}
          </datalist>
          <div className="grid grid-cols-1 gap-6 sm:grid-cols-2 sm:gap-4">
            <TextInput
              label={words.numberLabel}
              autoComplete="off"
              maxCharacters={INPUT_MAX_LENGTH}
              {...field('ethics.number')}
            />
            <TextInput
              type="date"
              label={words.validUntilLabel}
              hint={words.validUntilHint}
              {...field('ethics.validUntil')}
            />
          </div>
        </>
      )}
      {ethics?.approval === 'NOT_NEEDED' && (
        <TextArea
          label={words.reasonLabel}
          hint={words.reasonHint}
          maxCharacters={TEXTAREA_MAX_LENGTH}
          {...field('ethics.reason')}
        />
      )}
    </>
  );
}
