import { toast, toasts } from '../ui/toast.ts';
import { CallFailed, wordsOf } from './failure.ts';

/** Shows a failed call top-right in the words of S-701. Something aborted on purpose is not worth a word. */
export function toastFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  toast.error(wordsOf(error), error instanceof CallFailed ? { about: error.detail } : {});
}

/** Before another try: what was said of the last one is over. */
export function dismissFailures(): void {
  for (const { id, kind } of toasts.read()) if (kind === 'error') toasts.dismiss(id);
}
