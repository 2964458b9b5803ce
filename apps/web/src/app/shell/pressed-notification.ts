import { shellWords } from '@app/words/shell.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '../../ui/toast.ts';

const FIELDS = 'main form :is(input, textarea), dialog[open] form :is(input, textarea)';

/** Whether the page holds something that somebody has typed or chosen, and not sent. */
const isHalfFilled = () =>
  [...document.querySelectorAll<HTMLInputElement>(FIELDS)].some(({ type, checked, value }) =>
    type === 'checkbox' || type === 'radio' ? checked : type !== 'search' && value !== '',
  );

/** Goes where a pressed notification leads, or offers to: leaving a half filled form is the person's own choice. */
export function usePressedNotification(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    function go({ data }: MessageEvent<{ pressed?: string } | null>) {
      const path = data?.pressed;
      if (path === undefined) return;
      const onPress = () => void navigate(path);
      if (!isHalfFilled()) return onPress();
      const action = { label: shellWords.goToNotification, onPress, takesFocus: false };
      toast.info(shellWords.notificationPressed, { action });
    }
    worker?.addEventListener('message', go);
    return () => worker?.removeEventListener('message', go);
  }, [navigate]);
}
