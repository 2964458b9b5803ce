import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { ErrorCode } from '@app/contracts/errors.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { enterCompletionCode } from '@app/contracts/project/submissions.ts';
import { callProject } from '../api/call.ts';
import { CallFailed } from '../api/failure.ts';
import { type PendingCall, deletePendingCall, inFlight, addPendingCall } from './pending-calls.ts';

/** After other failures, a later attempt can succeed. */
const REFUSALS = {
  COMPLETION_CODE: ['COMPLETION_CODE_WRONG', 'INVALID_INPUT', 'NO_SUBMISSION_STARTED', 'SUBMISSION_IS_OVER'],
  CHECK_IN: [
    'BOOKING_HAS_ENDED',
    'BOOKING_IS_FINAL',
    'BOOKING_NOT_FOUND',
    'INVALID_INPUT',
    'PROOF_WORDS_ENDED',
    'PROOF_WORD_WRONG',
  ],
} as const satisfies Record<PendingCall['kind'], ErrorCode[]>;
type Refusal<Kind extends PendingCall['kind']> = (typeof REFUSALS)[Kind][number];
export type CodeRefusal = Refusal<'COMPLETION_CODE'>;

export function findRefusal<Kind extends PendingCall['kind']>(
  kind: Kind,
  error: unknown,
): Refusal<Kind> | undefined {
  const refusals: readonly Refusal<Kind>[] = REFUSALS[kind];
  return error instanceof CallFailed ? refusals.find((code) => code === error.code) : undefined;
}

export const isInFlight = ({ id }: PendingCall): boolean => [...inFlight.values()].includes(id);

async function send<Reply>(call: PendingCall, request: () => Promise<Reply>): Promise<Reply> {
  addPendingCall(call);
  const sent = request();
  inFlight.set(sent, call.id);
  try {
    const reply = await sent;
    deletePendingCall(call);
    return reply;
  } catch (error) {
    if (findRefusal(call.kind, error)) deletePendingCall(call);
    throw error;
  } finally {
    inFlight.delete(sent);
  }
}

export const sendCode = (code: string, signal?: AbortSignal): Promise<ReplyOf<typeof enterCompletionCode>> =>
  send({ kind: 'COMPLETION_CODE', id: code }, () =>
    callProject(enterCompletionCode, { body: { code } }, signal),
  );

export const sendCheckIn = (call: PendingCall & { kind: 'CHECK_IN' }): Promise<unknown> =>
  send(call, () => {
    const { id, word } = call;
    return callProject(markAttendance, { params: { id }, body: { outcome: 'ATTENDED', word } });
  });
