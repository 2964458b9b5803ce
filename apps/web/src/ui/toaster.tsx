import { partWords } from '@app/words/parts.ts';
import { X } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import { TOAST_POSITIONS, type Toast, type ToastKind, type ToastPosition } from './toast-queue.ts';
import { toasts } from './toast.ts';
import { topDialog } from './top-layer.ts';

const none: readonly Toast[] = [];
const never = () => () => {};

/**
 * Screen readers announce a new item only in a list that they already know, and a sheet needs time to appear.
 */
const SETTLE_MS = 200;

const places: Record<ToastPosition, string> = {
  'top-right': 'toasts-top right-4 items-end',
  top: 'toasts-top left-1/2 -translate-x-1/2 items-center',
  'top-left': 'toasts-top left-4 items-start',
  'bottom-right': 'toasts-bottom right-4 items-end',
  bottom: 'toasts-bottom left-1/2 -translate-x-1/2 items-center',
  'bottom-left': 'toasts-bottom left-4 items-start',
};

const threads: Record<ToastKind, string> = {
  success: 'before:bg-toast-ok',
  info: 'before:bg-toast-info',
  error: 'before:bg-toast-error',
};

/** The timer stops while the pointer or the focus is on the toast (S-702). */
function useWaiting(id: number) {
  const held = useRef(new Set<'POINTER' | 'FOCUS'>());
  const hold = (by: 'POINTER' | 'FOCUS') => () => {
    held.current.add(by);
    toasts.pause(id);
  };
  const free = (by: 'POINTER' | 'FOCUS') => () => {
    held.current.delete(by);
    if (held.current.size === 0) toasts.resume(id);
  };
  // A dialog may move a toast without a pointer event, so the timer goes on here.
  useEffect(() => () => toasts.resume(id), [id]);
  return {
    onPointerEnter: hold('POINTER'),
    onPointerLeave: free('POINTER'),
    onFocus: hold('FOCUS'),
    onBlur: free('FOCUS'),
  };
}

function useFocusKeeping(takesFocus: boolean, isLeaving: boolean) {
  const row = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef<EventTarget>(null);
  // Elements that close also move the focus, so this runs after them.
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  // When the toast is inert or gone, its focus is lost.
  useLayoutEffect(() => {
    if (isLeaving) return undefined;
    const element = row.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      if (before.current instanceof HTMLElement) before.current.focus();
    };
  }, [isLeaving]);
  function onFocus({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  }
  return { row, button, onFocus };
}

function ToastView({ toast: { id, kind, text, action, isLeaving } }: { toast: Toast }) {
  const waiting = useWaiting(id);
  const { row, button, onFocus } = useFocusKeeping(action?.takesFocus ?? false, isLeaving);
  const textId = useId();
  function act() {
    toasts.dismiss(id);
    action?.onPress();
  }
  function dismissByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    // Escape must not also close the dialog.
    event.preventDefault();
    event.stopPropagation();
    toasts.dismiss(id);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only waits while it is read (S-702)
    <li
      ref={row}
      {...waiting}
      onFocus={(event) => {
        onFocus(event);
        waiting.onFocus();
      }}
      onKeyDown={dismissByKey}
      className={cx(
        'pointer-events-auto relative flex w-full items-center gap-2 overflow-hidden rounded-control border border-toast-line bg-toast py-1 pr-1 pl-5 text-on-toast shadow-float sm:w-96',
        'animate-appear transition-opacity before:absolute before:inset-y-0 before:left-0 before:w-1.5 before:content-[""]',
        threads[kind],
        isLeaving && 'opacity-0',
      )}
    >
      {/* While a toast fades, it still catches clicks. So a second click does not reach the page below. */}
      <div inert={isLeaving} aria-hidden={isLeaving || undefined} className="contents">
        <span id={textId} className="min-w-0 flex-1 py-2.5 wrap-anywhere">
          {text}
        </span>
        {action && (
          <button
            ref={button}
            type="button"
            aria-describedby={textId}
            onClick={act}
            className="min-h-11 shrink-0 rounded-control px-3 font-semibold underline underline-offset-4 focus-visible:marked-inside"
          >
            {action.label}
          </button>
        )}
        <button
          type="button"
          aria-label={partWords.dismissMessage}
          onClick={() => toasts.dismiss(id)}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-control"
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      </div>
    </li>
  );
}

function Piles({ shown, isInDialog }: { shown: readonly Toast[]; isInDialog: boolean }) {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const settled = isSettled ? shown : none;
  const list = (position: ToastPosition, isUrgent: boolean) => (
    <ol aria-live={isUrgent ? 'assertive' : 'polite'} aria-relevant="additions" className="contents">
      {settled
        .filter((toast) => toast.position === position && (toast.kind === 'error') === isUrgent)
        .map((toast) => (
          <ToastView key={toast.id} toast={toast} />
        ))}
    </ol>
  );
  return (
    <section aria-label={partWords.messages} className="hears-bar">
      {TOAST_POSITIONS.map((position) => (
        <div
          key={position}
          className={cx(
            'pointer-events-none fixed z-50 flex w-[calc(100vw-2rem)] flex-col gap-2 sm:w-auto',
            places[position],
            // On phones, a toast must not cover the buttons of a sheet.
            isInDialog && position.startsWith('bottom') && 'max-sm:top-4 max-sm:bottom-auto',
          )}
        >
          {list(position, true)}
          {list(position, false)}
        </div>
      ))}
    </section>
  );
}

/** While a dialog is open, everything else is inert. So toasts are rendered in the dialog (S-702). */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read, () => none);
  const dialog = useSyncExternalStore(topDialog.subscribe, topDialog.read, () => null);
  // The built HTML has no toasts.
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  useEffect(() => {
    const update = () => toasts.setAway(document.hidden);
    update();
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  if (!isLive) return null;
  return createPortal(<Piles shown={shown} isInDialog={dialog !== null} />, dialog ?? document.body);
}
