import { markAttendance } from '@app/contracts/project/attendance.ts';
import { callProject } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { readDraft, writeDraft } from '../../forms/drafts.ts';

const KEPT_CHECK_INS = 'checkIns';

/** The words that wait for a connection, by booking. */
function keptWords(): Record<string, string> {
  const kept = readDraft(KEPT_CHECK_INS);
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {};
}

export const keptWord = (bookingId: string): string | undefined => keptWords()[bookingId];

/** `undefined` forgets the word. */
const keep = (bookingId: string, word: string | undefined) =>
  writeDraft(KEPT_CHECK_INS, { ...keptWords(), [bookingId]: word });

/** After any other failure, a later attempt can succeed. */
export const isRefusedCheckIn = (error: unknown): boolean =>
  error instanceof CallFailed && [400, 403, 404, 409].includes(error.status);

/** Keeps the word on this device until the server has checked it. */
export async function sendCheckIn(bookingId: string, word: string): Promise<void> {
  keep(bookingId, word);
  try {
    const params = { id: bookingId };
    await callProject(markAttendance, { params, body: { outcome: 'ATTENDED', word } });
    keep(bookingId, undefined);
  } catch (error) {
    if (isRefusedCheckIn(error)) keep(bookingId, undefined);
    throw error;
  }
}
