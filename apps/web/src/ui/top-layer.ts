import { createStore } from './store.ts';

/** Open modal dialogs, the uppermost last: outside of it everything is inert, toasts too. */
const dialogs = createStore<readonly HTMLDialogElement[]>([]);

export function enterTopLayer(dialog: HTMLDialogElement): () => void {
  dialogs.write([...dialogs.read(), dialog]);
  return () => dialogs.write(dialogs.read().filter((other) => other !== dialog));
}

export const topDialog = {
  subscribe: dialogs.subscribe,
  read: () => dialogs.read().at(-1) ?? null,
};
