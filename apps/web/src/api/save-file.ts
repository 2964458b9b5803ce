import type { ReceivedFile } from './receive-file.ts';

/** Makes the browser save it, like a press on a link to it. */
export function saveFile({ name, content }: ReceivedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Not before the browser has taken it up.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
