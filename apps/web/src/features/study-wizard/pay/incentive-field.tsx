import { payWords as words } from '@app/words/pay.ts';
import { type ComponentProps, useState } from 'react';
import { lazyPart, Skeleton } from '../../../ui/states.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

const Cost = lazyPart(
  async () => (await import('./cost.tsx')).Cost,
  <Skeleton className="mt-4 h-40 w-full" />,
);

const Unspent = lazyPart(async () => (await import('./unspent-budget.tsx')).Unspent);

interface IncentiveFieldProps extends Omit<ComponentProps<typeof TextInput>, 'label' | 'hint'> {
  incentive: number;
  places: number | undefined;
  minutes: number | undefined;
  screenOutPay: number;
  savedAs: string | undefined;
  mayHaveBudget: boolean;
  /** The server can give a quote only for a saved study. */
  onSave: () => Promise<string | undefined>;
}

export function IncentiveField({
  incentive,
  places,
  minutes,
  screenOutPay,
  savedAs,
  mayHaveBudget,
  onSave,
  ...input
}: IncentiveFieldProps) {
  const [studyId, setStudyId] = useState(savedAs);
  return (
    <>
      <TextInput
        {...input}
        label={words.label}
        hint={words.hint}
        inputMode="numeric"
        autoComplete="off"
        // A click selects the 0, so that the first digit replaces it. On focus it would be too early, because
        // the click then sets the caret.
        onClick={({ currentTarget }) => currentTarget.value === '0' && currentTarget.select()}
        onFocus={({ currentTarget }) => currentTarget.value === '0' && currentTarget.select()}
        className="figures"
      />
      {incentive === 0 && mayHaveBudget && studyId !== undefined && <Unspent studyId={studyId} />}
      {incentive > 0 && (
        <Cost
          studyId={studyId}
          incentive={incentive}
          places={places}
          minutes={minutes}
          screenOutPay={screenOutPay}
          onSave={async () => setStudyId(await onSave())}
        />
      )}
    </>
  );
}
