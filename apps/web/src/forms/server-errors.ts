import { ruleText } from '@app/words/say-rule.ts';
import { CallFailed } from '../api/failure.ts';
import { toastUnshown } from '../api/toast-failure.ts';

interface FormToMark {
  form: {
    setError: (
      name: never,
      error: { type: string; message: string },
      options?: { shouldFocus: boolean },
    ) => void;
  };
  hasField: (name: string) => boolean;
}

export function serverFieldErrors(error: unknown, hasField: (name: string) => boolean): Map<string, string> {
  const marks = new Map<string, string>();
  if (!(error instanceof CallFailed)) return marks;
  for (const { field, message, code, params } of error.items) {
    const words = code === undefined ? message : ruleText([code, ...Object.values(params ?? {})].join(' '));
    if (field !== undefined && hasField(field) && !marks.has(field)) marks.set(field, words);
  }
  return marks;
}

/**
 * Errors are shown at fields and in a toast. An error of the whole form would disable its button for ever.
 */
export function applyServerErrors({ form, hasField }: FormToMark, error: unknown): void {
  let isFirst = true;
  const marks = serverFieldErrors(error, hasField);
  for (const [field, message] of marks) {
    form.setError(field as never, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
  }
  toastUnshown(error, (field) => marks.has(field));
}
