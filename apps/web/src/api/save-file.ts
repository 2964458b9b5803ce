import type { ReceivedFile } from './receive-file.ts';

export function saveFile({ name, content }: ReceivedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser needs the address until the download starts.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
