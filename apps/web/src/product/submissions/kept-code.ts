import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { enterCompletionCode } from '@app/contracts/project/submissions.ts';
import { callProject } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { clearDrafts, readDraft, writeDraft } from '../../forms/drafts.ts';

const KEY = 'completionCode';

/** The code that waits for a connection. */
export function keptCode(): string | undefined {
  const kept = readDraft(KEY);
  return typeof kept === 'string' ? kept : undefined;
}

/** Keeps the code on this device until the server has answered. */
export async function sendCode(
  code: string,
  signal?: AbortSignal,
): Promise<ReplyOf<typeof enterCompletionCode>> {
  writeDraft(KEY, code);
  try {
    const reply = await callProject(enterCompletionCode, { body: { code } }, signal);
    clearDrafts([KEY]);
    return reply;
  } catch (error) {
    if (error instanceof CallFailed && error.kind === 'PROBLEM' && error.status < 500) clearDrafts([KEY]);
    throw error;
  }
}
