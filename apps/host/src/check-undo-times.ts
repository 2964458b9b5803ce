import { SettingsError } from '@app/kit/settings.ts';

/** What the services read of the two settings, where nothing is set. */
const DEFAULT_SECONDS = 600;

/**
 * Refuses settings under which a payment could leave while its mark can still be taken back. Each setting belongs to
 * another service, so only a process that runs both knows both.
 */
export function checkUndoTimes(environment: Readonly<Record<string, string | undefined>>): void {
  const secondsOf = (name: string) => Number(environment[name] || DEFAULT_SECONDS);
  if (secondsOf('ATTENDANCE_UNDO_SECONDS') <= secondsOf('PAYOUT_UNDO_SECONDS')) return;
  throw new SettingsError([
    'PAYOUT_UNDO_SECONDS: must be at least ATTENDANCE_UNDO_SECONDS, else a mark could be taken back after its payment has left',
  ]);
}
