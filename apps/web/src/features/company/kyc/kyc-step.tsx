import type { FormEvent, ReactNode } from 'react';
import { SubmitButton } from '../../../forms/form.tsx';
import { Card } from '../../../ui/card.tsx';
import { StickyBar } from '../../../ui/sticky-bar.tsx';

interface KycStepProps {
  heading: string;
  intro?: ReactNode;
  action: string;
  isValid: boolean;
  isPending?: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

export function KycStep({
  heading,
  intro,
  action,
  isValid,
  isPending = false,
  onSubmit,
  children,
}: KycStepProps) {
  return (
    <form onSubmit={onSubmit} noValidate className="flex grow flex-col">
      <h1>{heading}</h1>
      {intro && <p className="mt-2 max-w-text text-cocoa-2">{intro}</p>}
      <Card className="mt-6 flex flex-col gap-6">{children}</Card>
      <div className="mt-auto">
        <StickyBar>
          <SubmitButton isValid={isValid} isPending={isPending}>
            {action}
          </SubmitButton>
        </StickyBar>
      </div>
    </form>
  );
}
