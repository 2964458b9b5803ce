import { toast, toasts } from '../ui/toast.ts';
import { CallFailed, failureMessage } from './failure.ts';

/** If the call was aborted, no toast is shown (S-701). */
export const toastFailure = (error: unknown): void => toastUnshown(error, () => false);

export function toastUnshown(error: unknown, isShown: (field: string) => boolean): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  toast.error(failureMessage(error, isShown), error instanceof CallFailed ? { about: error.detail } : {});
}

export function dismissFailures(): void {
  for (const { id, kind } of toasts.read()) if (kind === 'error') toasts.dismiss(id);
}
