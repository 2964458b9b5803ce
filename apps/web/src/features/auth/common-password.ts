import { CallFailed } from '../../api/failure.ts';

interface FormWithPassword {
  form: {
    setError: (
      name: 'password',
      error: { type: string; message: string },
      options: { shouldFocus: boolean },
    ) => void;
  };
}

/** Shows a refused password at its field, where it is put right. False where something else went wrong. */
export function markCommonPassword({ form }: FormWithPassword, error: unknown): boolean {
  if (!(error instanceof CallFailed) || error.code !== 'PASSWORD_TOO_COMMON') return false;
  form.setError('password', { type: 'server', message: error.detail }, { shouldFocus: true });
  return true;
}
