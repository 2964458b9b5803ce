import { type MouseEvent, useRef } from 'react';
import { Button, type ButtonProps } from '../ui/button.tsx';

interface SubmitButtonProps extends Omit<
  ButtonProps,
  'type' | 'disabled' | 'isBusy' | 'onClick' | 'onMouseDown'
> {
  isValid: boolean;
  isPending: boolean;
}

const isTouched = ({ nativeEvent }: MouseEvent) =>
  'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';

/**
 * Disabled while the form is invalid, spinning while it is on its way (S-704). A double click that began on what stood here
 * before, e.g. the button of the step before, is not meant for this one; quick taps are counted as one too, and each is meant.
 */
export function SubmitButton({ isValid, isPending, ...rest }: SubmitButtonProps) {
  const hasBegunHere = useRef(false);
  return (
    <Button
      {...rest}
      type="submit"
      disabled={!isValid && !isPending}
      isBusy={isPending}
      onMouseDown={({ detail }) => {
        if (detail === 1) hasBegunHere.current = true;
      }}
      onClick={(event) => {
        if (event.detail > 1 && !hasBegunHere.current && !isTouched(event)) event.preventDefault();
      }}
    />
  );
}
