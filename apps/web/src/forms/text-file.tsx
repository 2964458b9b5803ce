import { textFileWords as words } from '@app/words/text-files.ts';
import { type RefObject, useRef, useState } from 'react';
import { Field } from '../ui/field.tsx';

/** Reads UTF-8 and UTF-16, with or without a byte order mark. Everything else is read as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const as = (encoding: string) => new TextDecoder(encoding).decode(bytes);
  if (first === 0xff && second === 0xfe) return as('utf-16le');
  if (first === 0xfe && second === 0xff) return as('utf-16be');
  // If the text is Latin, every second byte of UTF-16 is zero.
  const start = bytes.subarray(0, 200);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2]! += 1;
  if (zeros[1]! > start.length / 4) return as('utf-16le');
  if (zeros[0]! > start.length / 4) return as('utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return as('windows-1252');
  }
}

/** Files that begin like this are no text: zip (such as Excel), old Excel files and PDF. */
const NO_TEXT = ['PK', '\u00d0\u00cf\u0011\u00e0', '%PDF'];

export function isText(bytes: Uint8Array): boolean {
  const signature = String.fromCharCode(...bytes.subarray(0, 4));
  return !NO_TEXT.some((sign) => signature.startsWith(sign));
}

const MEGABYTE = 1024 * 1024;

/** The file is read here and never sent, because it can say more about people than we need. */
export function useTextFile(mostMegabytes: number) {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [fileError, setFileError] = useState<string>();
  const fileInput = useRef<HTMLInputElement>(null);
  function refuseFile(why: string) {
    setFile(null);
    setFileError(why);
    // The input must not keep the name of a file that was refused.
    if (fileInput.current) fileInput.current.value = '';
  }
  async function chooseFile(chosen: File | undefined) {
    setFile(null);
    setFileError(undefined);
    if (!chosen) return;
    if (chosen.size > mostMegabytes * MEGABYTE) return refuseFile(words.tooBig(mostMegabytes));
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      if (isText(bytes)) setFile({ name: chosen.name, text: decodeText(bytes) });
      else refuseFile(words.notText);
    } catch {
      refuseFile(words.unreadable);
    }
  }
  return { file, fileError, fileInput, refuseFile, chooseFile };
}

interface TextFileFieldProps {
  label: string;
  hint: string;
  fileError: string | undefined;
  fileInput: RefObject<HTMLInputElement | null>;
  chooseFile: (chosen: File | undefined) => Promise<void>;
  isDisabled?: boolean;
}

export function TextFileField(props: TextFileFieldProps) {
  const { label, hint, fileError, fileInput, chooseFile, isDisabled = false } = props;
  return (
    <Field label={label} hint={hint} error={fileError} className="mt-4 text-cocoa">
      {(control) => (
        <input
          {...control}
          ref={fileInput}
          type="file"
          disabled={isDisabled}
          accept=".csv,.txt,text/csv,text/plain"
          className="min-h-12 w-full rounded-control border border-line-strong px-3.5 py-2.5 text-sm"
          onChange={({ target }) => void chooseFile(target.files?.[0])}
        />
      )}
    </Field>
  );
}
