import { partWords } from '@app/words/parts.ts';

/**
 * Runs in every page. Only timers of toasts pass a number. The first of three ends as the third begins, so
 * the stack is never full. Toasts let presses through, except on their buttons.
 */
export const KEEP_TOASTS = `{
  const { setTimeout } = window;
  const shown = new Map();
  window.setTimeout = (act, ms, ...given) => {
    const [id] = given;
    if (typeof id !== 'number') return setTimeout(act, ms, ...given);
    shown.delete(id);
    shown.set(id, act);
    if (shown.size < 3) return;
    const [[oldest, end]] = shown;
    shown.delete(oldest);
    end(oldest);
  };
  const style = new CSSStyleSheet();
  const toasts = '[aria-label="${partWords.messages}"] li';
  style.replaceSync(toasts + '{pointer-events:none!important}' + toasts + ' button{pointer-events:auto}');
  document.adoptedStyleSheets.push(style);
}`;
