import { Button, type ButtonProps } from '../ui/button.tsx';

export interface SubmitButtonProps extends Omit<ButtonProps, 'type' | 'disabled' | 'isBusy'> {
  isValid: boolean;
  isPending: boolean;
}

/** Disabled while the form is invalid, spinning while it is on its way (S-704). */
export function SubmitButton({ isValid, isPending, ...rest }: SubmitButtonProps) {
  return <Button {...rest} type="submit" disabled={!isValid && !isPending} isBusy={isPending} />;
}
