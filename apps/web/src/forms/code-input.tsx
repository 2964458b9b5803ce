import type { typedCode } from '@app/contracts/typed-code.ts';
import { TextInput, type TextInputProps } from '../ui/text-input.tsx';

/** More than any code has digits, each with a space behind it. */
const LONGEST_TYPED = 20;

interface CodeInputProps extends TextInputProps {
  code: ReturnType<typeof typedCode>;
}

/** A field for a code of digits. Where a whole message is pasted it keeps the code alone. */
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
