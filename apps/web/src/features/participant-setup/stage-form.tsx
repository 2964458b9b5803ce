import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import type { FormEvent, ReactNode } from 'react';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { StickyBar } from '../../ui/sticky-bar.tsx';
import type { Stage } from './stages.ts';

interface StageFormProps {
  stage: Stage;
  isValid: boolean;
  isPending?: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/** Heading, fields and the one button of a stage. */
export function StageForm({ stage, isValid, isPending = false, onSubmit, children }: StageFormProps) {
  const { heading, text } = words.stages[stage];
  return (
    <form onSubmit={onSubmit} noValidate>
      <h1>{heading}</h1>
      <p className="mt-2 max-w-text text-cocoa-2">{text}</p>
      <div className="mt-6 flex flex-col gap-6">{children}</div>
      <StickyBar>
        <SubmitButton isValid={isValid} isPending={isPending}>
          {stage === 'payment' ? words.submit : words.next}
        </SubmitButton>
      </StickyBar>
    </form>
  );
}
