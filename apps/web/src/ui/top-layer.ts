import { createStore } from './store.ts';

const dialogs = createStore<readonly HTMLDialogElement[]>([]);

export function registerOpenDialog(dialog: HTMLDialogElement): () => void {
  dialogs.write([...dialogs.read(), dialog]);
  return () => dialogs.write(dialogs.read().filter((other) => other !== dialog));
}

export const topDialog = {
  subscribe: dialogs.subscribe,
  read: () => dialogs.read().at(-1) ?? null,
};
