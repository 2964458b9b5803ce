import { Button, type ButtonProps } from '../ui/button.tsx';

export interface SubmitButtonProps extends Omit<ButtonProps, 'type' | 'disabled' | 'isBusy' | 'onClick'> {
  isValid: boolean;
  isPending: boolean;
}

/** Disabled while the form is invalid, spinning while it is on its way (S-704). */
export function SubmitButton({ isValid, isPending, ...rest }: SubmitButtonProps) {
  return (
    <Button
      {...rest}
      type="submit"
      disabled={!isValid && !isPending}
      isBusy={isPending}
      onClick={(event) => {
        // The second press of a double click may meet the next step, which has come in place of the first.
        if (event.detail > 1) event.preventDefault();
      }}
    />
  );
}
