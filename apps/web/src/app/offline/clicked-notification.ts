import { shellWords } from '@app/words/shell.ts';
import type { NavigateFunction } from 'react-router';
import { toast } from '../../ui/toast.ts';

const FIELDS = 'main form :is(input, textarea), dialog[open] :is(input, textarea)';

const isHalfFilled = () =>
  [...document.querySelectorAll<HTMLInputElement>(FIELDS)].some(({ type, checked, value }) =>
    type === 'checkbox' || type === 'radio' ? checked : type !== 'search' && value !== '',
  );

/** If a form is partly filled in, the person must decide whether to leave it. */
export function openClickedNotification(path: string, navigate: NavigateFunction): void {
  const onPress = () => void navigate(path);
  if (!isHalfFilled()) return onPress();
  const action = { label: shellWords.goToNotification, onPress, takesFocus: false };
  toast.info(shellWords.notificationPressed, { action });
}
