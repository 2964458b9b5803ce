import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { ErrorCode } from '@app/contracts/errors.ts';
import { enterCompletionCode } from '@app/contracts/project/submissions.ts';
import { useEffect, useEffectEvent } from 'react';
import { callProject } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { KEPT_CODES, readDraft, writeDraft } from '../../forms/drafts.ts';
import { readUser } from '../../session/session.ts';

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

type Kept = readonly [userId: string, code: string];

function readKept(): Kept[] {
  const kept = readDraft(KEPT_CODES);
  return Array.isArray(kept) ? kept.filter((one): one is Kept => Array.isArray(one)) : [];
}

const isOwn = ([userId]: Kept) => userId === readUser()?.userId;

/** The codes of this person that wait for a connection. Others may use the same device. */
export const keptCodes = (): string[] => readKept().flatMap((kept) => (isOwn(kept) ? [kept[1]] : []));

function updateKept(code: string, isKept: boolean): void {
  const others = readKept().filter((kept) => !isOwn(kept) || kept[1] !== code);
  const kept = isKept ? [...others, [readUser()?.userId, code]] : others;
  writeDraft(KEPT_CODES, kept.length > 0 ? kept : null);
}

/** Keeps the code on this device until the server has recorded or refused it. */
export async function sendCode(
  code: string,
  signal?: AbortSignal,
): Promise<ReplyOf<typeof enterCompletionCode>> {
  updateKept(code, true);
  try {
    const reply = await callProject(enterCompletionCode, { body: { code } }, signal);
    updateKept(code, false);
    return reply;
  } catch (error) {
    if (findRefusal(error)) updateKept(code, false);
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
