import { accountWords as words } from '@app/words/accounts.ts';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { Button } from '../../../ui/button.tsx';

interface ChangeFormProps {
  label: string;
  /** Something was changed, and all of it is right. */
  isReady: boolean;
  isPending: boolean;
  submit: (event: FormEvent) => void;
  close: () => void;
  save?: string;
  /** It cannot be undone. */
  isForGood?: boolean;
  /** What the last try was refused for, if no field can put it right. */
  refusal?: ReactNode;
  children: ReactNode;
}

/** A form in the place of what it changes: the focus goes into it, Save and Cancel close it. */
export function ChangeForm({
  label,
  isReady,
  isPending,
  submit,
  close,
  save = words.save,
  isForGood = false,
  refusal,
  children,
}: ChangeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([hidden]), select')?.focus();
  }, []);
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={label} className="flex flex-col gap-6">
      {children}
      <div>
        {refusal}
        <div className="flex flex-wrap gap-3">
          <SubmitButton isValid={isReady} isPending={isPending} variant={isForGood ? 'danger' : undefined}>
            {save}
          </SubmitButton>
          <Button variant="secondary" disabled={isPending} onClick={close}>
            {words.cancel}
          </Button>
        </div>
      </div>
    </form>
  );
}
