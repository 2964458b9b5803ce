import type { FocusEvent, FormEvent } from 'react';

/**
 * What a field of whole numbers takes of what was typed, at most `most`. A point that was typed stands until the field is
 * left, and what follows it is not taken: 18.5 is 18 then, never 185. A comma before three digits is no point: 1,000.
 */
export function wholeText(typed: string, most = Infinity): string {
  const number = typed.replaceAll(/[^\d.,]/g, '').replaceAll(/,(?=\d{3}(?!\d))/g, '');
  const [, whole = '', point = ''] = /^(\d*)([.,]?)/.exec(number) ?? [];
  if (whole === '') return '';
  return `${Math.min(Number(whole), most)}${point && '.'}`;
}

/** All that was typed: what followed the point is not in the field, and yet three digits make a thousand of it. */
export function typedOn(before: string, value: string, most?: number): string {
  const shown = wholeText(before, most);
  return shown.endsWith('.') && value.startsWith(shown) ? before + value.slice(shown.length) : value;
}

export const settledText = (text: string) => text.replace('.', '');

function write(input: HTMLInputElement, text: string): void {
  if (text !== input.value) input.value = text;
}

/** For an input that the form reads afterwards, at the change and at the blur. */
export function wholeNumberInput(most?: number) {
  let typed = '';
  return {
    inputMode: 'numeric',
    autoComplete: 'off',
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
      typed = typedOn(typed, currentTarget.value, most);
      write(currentTarget, wholeText(typed, most));
    },
    onBlurCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) =>
      write(currentTarget, settledText(currentTarget.value)),
  } as const;
}
