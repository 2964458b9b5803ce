import { payWords as words } from '@app/words/pay.ts';
import { type ComponentProps, useState } from 'react';
import { lazyPart, Skeleton } from '../../../ui/states.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

/** Only who pays anybody loads what it costs. */
const Cost = lazyPart(
  async () => (await import('./cost.tsx')).Cost,
  <Skeleton className="mt-4 h-40 w-full" />,
);

/** The same where it pays nobody, and may have been paid for. */
const Unspent = lazyPart(async () => (await import('./unspent.tsx')).Unspent);

interface IncentiveFieldProps extends Omit<ComponentProps<typeof TextInput>, 'label' | 'hint'> {
  /** What the field holds now, where it can be paid. */
  incentive: number;
  places: number | undefined;
  minutes: number | undefined;
  /** Of the draft on the server, where it is there. */
  savedAs: string | undefined;
  /** As the server knows the draft. */
  mayHaveBudget: boolean;
  /** Keeps the draft on the server and gives its id: a sum is of a study that is there. */
  onSave: () => Promise<string | undefined>;
}

/** What each participant is paid, and what that comes to. */
export function IncentiveField({
  incentive,
  places,
  minutes,
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
        // The first digit takes the place of the 0 that it begins with; a press puts the caret once more after the focus.
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
          onSave={async () => setStudyId(await onSave())}
        />
      )}
    </>
  );
}
