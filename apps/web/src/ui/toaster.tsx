import { partMessages } from '@app/contracts/messages/parts.ts';
import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import { TOAST_POSITIONS, type Toast, type ToastKind, type ToastPosition } from './toast-queue.ts';
import { toasts } from './toast.ts';
import { topDialog } from './top-layer.ts';

const none: readonly Toast[] = [];
const never = () => () => {};

const places: Record<ToastPosition, string> = {
  'top-right': 'top-4 right-4 items-end',
  top: 'top-4 left-1/2 -translate-x-1/2 items-center',
  'top-left': 'top-4 left-4 items-start',
  'bottom-right': 'toasts-bottom right-4 items-end',
  bottom: 'toasts-bottom left-1/2 -translate-x-1/2 items-center',
  'bottom-left': 'toasts-bottom left-4 items-start',
};

const threads: Record<ToastKind, string> = {
  success: 'before:bg-toast-ok',
  info: 'before:bg-toast-info',
  error: 'before:bg-toast-error',
};

function ToastView({ toast }: { toast: Toast }) {
  const pause = () => toasts.pause(toast.id);
  const resume = () => toasts.resume(toast.id);
  // A dialog that opens or closes moves the pile, and the pointer's leaving is never told.
  useEffect(() => () => toasts.resume(toast.id), [toast.id]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only waits while it is read (S-702)
    <li
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
      className={cx(
        'pointer-events-auto relative flex w-full items-center gap-2 overflow-hidden rounded-control border border-toast-line bg-toast py-1 pr-1 pl-5 text-on-toast shadow-float sm:w-96',
        'animate-appear transition-opacity before:absolute before:inset-y-0 before:left-0 before:w-1.5 before:content-[""]',
        threads[toast.kind],
        toast.isLeaving && 'opacity-0',
      )}
    >
      <span className="min-w-0 flex-1 py-2.5 wrap-anywhere">{toast.text}</span>
      <button
        type="button"
        aria-label={partMessages.dismissMessage}
        onClick={() => toasts.dismiss(toast.id)}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-control"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </li>
  );
}

/** Six piles of toasts (S-702), inside the open dialog where there is one: outside of it they would be inert. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read, () => none);
  const dialog = useSyncExternalStore(topDialog.subscribe, topDialog.read, () => null);
  // Not in the prerendered HTML, hence not in the first render that is laid over it.
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isLive) return null;
  return createPortal(
    <section aria-label={partMessages.messages}>
      {TOAST_POSITIONS.map((position) => (
        <ol
          key={position}
          aria-live={position.startsWith('top') ? 'assertive' : 'polite'}
          aria-relevant="additions"
          className={cx(
            'pointer-events-none fixed z-50 flex w-[calc(100vw-2rem)] flex-col gap-2 sm:w-auto',
            places[position],
            // A dialog is a sheet at the bottom of a phone, and its buttons must stay free.
            dialog && position.startsWith('bottom') && 'max-sm:top-4 max-sm:bottom-auto',
          )}
        >
          {shown
            .filter((toast) => toast.position === position)
            .map((toast) => (
              <ToastView key={toast.id} toast={toast} />
            ))}
        </ol>
      ))}
    </section>,
    dialog ?? document.body,
  );
}
