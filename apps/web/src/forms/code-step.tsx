import { phoneWords as words } from '@app/words/phones.ts';
import { TextCode } from '@app/contracts/identity/phones.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { TextInputProps } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';
import { CodeInput } from './code-input.tsx';
import { useSending } from './form.tsx';

interface CodeFieldProps {
  field: Omit<TextInputProps, 'label'>;
  onRead: (code: string) => void;
}

/** WebOTP reads the code from the text message. */
function useReadText(onRead: (code: string) => void): void {
  const latest = useRef(onRead);
  useEffect(() => {
    latest.current = onRead;
  });
  useEffect(() => {
    if (!('OTPCredential' in window)) return undefined;
    const waiting = new AbortController();
    const asked = { otp: { transport: ['sms'] }, signal: waiting.signal };
    navigator.credentials.get(asked as CredentialRequestOptions).then(
      (read) => read && latest.current((read as unknown as { code: string }).code),
      () => {},
    );
    return () => waiting.abort();
  }, []);
}

export function CodeField({ field, onRead }: CodeFieldProps) {
  useReadText(onRead);
  return (
    <CodeInput
      label={words.code}
      hint={words.codeHint}
      code={TextCode}
      {...field}
      // Someone who wants another code leaves the field empty. An error here would move the button for
      // another code.
      onBlur={(event) => (event.target.value === '' ? undefined : field.onBlur?.(event))}
    />
  );
}

interface SendAgainProps {
  seconds: number;
  send: () => Promise<{ secondsToNext: number }>;
}

export function SendAgain({ seconds, send }: SendAgainProps) {
  const [wait, setWait] = useState({ seconds });
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasEnded(true), wait.seconds * 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const { run, isPending } = useSending(async () => {
    const { secondsToNext } = await send();
    setHasEnded(false);
    setWait({ seconds: secondsToNext });
    toast.success(words.sentAgain);
  });
  return hasEnded ? (
    <Button
      variant="secondary"
      size="small"
      className="self-start"
      isBusy={isPending}
      onClick={() => void run(undefined)}
    >
      {words.again}
    </Button>
  ) : (
    <p className="text-sm text-cocoa-2">{words.againAfter(Math.ceil(wait.seconds / 60))}</p>
  );
}
