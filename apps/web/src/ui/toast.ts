import { createToastQueue, type ToastOptions } from './toast-queue.ts';

export const toasts = createToastQueue();

/** Errors are shown at the top right, other toasts at the bottom right. */
export const toast = {
  success: (text: string, options?: ToastOptions) => toasts.show('success', text, options),
  info: (text: string, options?: ToastOptions) => toasts.show('info', text, options),
  error: (text: string, options?: ToastOptions) => toasts.show('error', text, options),
};
