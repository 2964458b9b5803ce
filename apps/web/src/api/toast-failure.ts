import { toast } from '../ui/toast.ts';
import { wordsOf } from './failure.ts';

/** Shows a failed call top-right in the words of S-701. Something aborted on purpose is not worth a word. */
export function toastFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  toast.error(wordsOf(error));
}
