import type { typedCode } from '@app/contracts/typed-code.ts';
import { TextInput, type TextInputProps } from '../ui/text-input.tsx';

/** No code is longer than this, even with a space after each digit. */
const LONGEST_TYPED = 20;

interface CodeInputProps extends TextInputProps {
  code: ReturnType<typeof typedCode>;
}

export function CodeInput({ code, onChange, ...field }: CodeInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      {...field}
      onChange={(event) => {
        const { target } = event;
        const { data } = target.value.length > LONGEST_TYPED ? code.safeParse(target.value) : {};
        if (data !== undefined) target.value = data;
        return onChange?.(event);
      }}
    />
  );
}
