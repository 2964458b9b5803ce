import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { ErrorCode } from '@app/contracts/errors.ts';
import { enterCompletionCode } from '@app/contracts/project/submissions.ts';
import { useEffect, useEffectEvent } from 'react';
import { callProject } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { KEPT_CODES, readDraft, writeDraft } from '../../forms/drafts.ts';

const SEND_EVERY_MS = 30_000;

/** After any other failure, a later attempt can succeed. */
const REFUSALS = [
  'COMPLETION_CODE_WRONG',
  'INVALID_INPUT',
  'NO_SUBMISSION_STARTED',
  'SUBMISSION_IS_OVER',
] as const satisfies ErrorCode[];
export type CodeRefusal = (typeof REFUSALS)[number];

export const findRefusal = (error: unknown): CodeRefusal | undefined =>
  error instanceof CallFailed ? REFUSALS.find((code) => code === error.code) : undefined;

/** The codes that wait for a connection. */
export function keptCodes(): string[] {
  const kept = readDraft(KEPT_CODES);
  return Array.isArray(kept) ? kept.filter((code) => typeof code === 'string') : [];
}

const othersThan = (code: string) => keptCodes().filter((kept) => kept !== code);
const keep = (codes: readonly string[]) => writeDraft(KEPT_CODES, codes.length > 0 ? codes : null);

/** Keeps the code on this device until the server has recorded or refused it. */
export async function sendCode(
  code: string,
  signal?: AbortSignal,
): Promise<ReplyOf<typeof enterCompletionCode>> {
  keep([...othersThan(code), code]);
  try {
    const reply = await callProject(enterCompletionCode, { body: { code } }, signal);
    keep(othersThan(code));
    return reply;
  } catch (error) {
    if (findRefusal(error)) keep(othersThan(code));
    throw error;
  }
}

/** Bad mobile data often fails and returns without an event, so time leads to an attempt too. */
export function useAttempts(attempt: () => void): void {
  const latest = useEffectEvent(attempt);
  useEffect(() => {
    const listener = () => latest();
    const timer = setInterval(listener, SEND_EVERY_MS);
    window.addEventListener('online', listener);
    document.addEventListener('visibilitychange', listener);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', listener);
      document.removeEventListener('visibilitychange', listener);
    };
  }, []);
}
