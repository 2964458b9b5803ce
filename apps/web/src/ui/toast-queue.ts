export const TOAST_POSITIONS = [
  'top-right',
  'top',
  'top-left',
  'bottom-right',
  'bottom',
  'bottom-left',
] as const;
export type ToastPosition = (typeof TOAST_POSITIONS)[number];
export type ToastKind = 'success' | 'info' | 'error';

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  /** If a new toast has the same subject, it replaces this one. */
  readonly about: string;
  readonly position: ToastPosition;
  readonly isLeaving: boolean;
  readonly action: ToastAction | null;
}

/** For 10 seconds, the toast has this action. */
interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
  /** Keyboard users could not reach the action within 10 seconds, so it takes the focus. */
  readonly takesFocus: boolean;
}

/** Section 9 of the specification defines these times. */
const TOAST_DURATION_MS = 3000;
const TOAST_ACTION_MS = 10_000;
const TOAST_DISMISS_MS = 150;
const TOAST_RETRY_MS = 250;
const TOASTS_AT_ONCE = 3;

export interface ToastOptions {
  position?: ToastPosition;
  about?: string;
  action?: ToastAction;
}

const toastDuration = ({ action }: Pick<Toast, 'action'>) => (action ? TOAST_ACTION_MS : TOAST_DURATION_MS);

export function createToastQueue() {
  let shown: readonly Toast[] = [];
  const waiting: Toast[] = [];
  const timers = new Map<number, { handle: ReturnType<typeof setTimeout>; endsAt: number }>();
  const remaining = new Map<number, number>();
  const held = new Set<number>();
  let isAway = false;
  const listeners = new Set<() => void>();
  let nextId = 1;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function update(next: readonly Toast[]): void {
    shown = next;
    for (const listener of listeners) listener();
  }

  function start({ id, action, isLeaving }: Toast): void {
    if (isAway || isLeaving || held.has(id) || timers.has(id)) return;
    const left = remaining.get(id) ?? toastDuration({ action });
    timers.set(id, { handle: setTimeout(dismiss, left, id), endsAt: Date.now() + left });
  }

  function admit(): void {
    retry = undefined;
    for (const toast of waiting.slice()) {
      if (shown.filter((other) => other.position === toast.position).length >= TOASTS_AT_ONCE) continue;
      waiting.splice(waiting.indexOf(toast), 1);
      update([...shown, toast]);
      start(toast);
    }
    if (waiting.length > 0) retry = setTimeout(admit, TOAST_RETRY_MS);
  }

  function show(kind: ToastKind, text: string, options: ToastOptions = {}): void {
    const action = options.action ?? null;
    const about = options.about ?? text;
    const place = options.position ?? (kind === 'error' ? 'top-right' : 'bottom-right');
    // If toasts have actions, they are different even if their texts are similar.
    const isSame = (other: Toast) =>
      action === null &&
      other.action === null &&
      other.about === about &&
      other.kind === kind &&
      other.position === place &&
      !other.isLeaving;
    const twin = shown.find(isSame);
    if (twin) {
      stop(twin.id);
      remaining.set(twin.id, TOAST_DURATION_MS);
      if (twin.text !== text) update(shown.map((toast) => (toast === twin ? { ...twin, text } : toast)));
      start(twin);
      return;
    }
    if (waiting.some(isSame)) return;
    waiting.push({ id: nextId++, kind, text, about, position: place, isLeaving: false, action });
    if (retry === undefined) admit();
  }

  function stop(id: number): void {
    const timer = timers.get(id);
    if (!timer) return;
    clearTimeout(timer.handle);
    timers.delete(id);
    remaining.set(id, Math.max(0, timer.endsAt - Date.now()));
  }

  function pause(id: number): void {
    held.add(id);
    stop(id);
  }

  function resume(id: number): void {
    held.delete(id);
    const toast = shown.find((other) => other.id === id);
    if (toast) start(toast);
  }

  /** While a page is in the background, no one reads it, so its toasts must not disappear. */
  function setAway(next: boolean): void {
    isAway = next;
    for (const toast of shown) {
      if (isAway) stop(toast.id);
      else start(toast);
    }
  }

  function dismiss(id: number): void {
    stop(id);
    held.delete(id);
    remaining.delete(id);
    if (!shown.some((toast) => toast.id === id && !toast.isLeaving)) return;
    update(shown.map((toast) => (toast.id === id ? { ...toast, isLeaving: true } : toast)));
    setTimeout(() => update(shown.filter((toast) => toast.id !== id)), TOAST_DISMISS_MS);
  }

  return {
    show,
    pause,
    resume,
    setAway,
    dismiss,
    read: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
