import { toast, toasts } from '../ui/toast.ts';
import { CallFailed, failureMessage } from './failure.ts';

/** Shows a failed call top-right in the words of S-701. Something aborted on purpose is not worth a word. */
export const toastFailure = (error: unknown): void => toastUnshown(error, () => false);

/** Shows a failed call without the reasons that fields of the screen show already. */
export function toastUnshown(error: unknown, isShown: (field: string) => boolean): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  toast.error(failureMessage(error, isShown), error instanceof CallFailed ? { about: error.detail } : {});
}

/** Before another try: what was said of the last one is over. */
export function dismissFailures(): void {
  for (const { id, kind } of toasts.read()) if (kind === 'error') toasts.dismiss(id);
}
