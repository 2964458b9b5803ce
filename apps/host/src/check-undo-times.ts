import { SettingsError } from '@app/kit/settings.ts';

/** What the services read of the two settings, where nothing is set. */
const DEFAULT_SECONDS = 600;

/**
 * Refuses a payment that leaves while the mark that it is owed for can still be taken back. Each setting is of a service of its
 * own, so only a process that runs both knows of both.
 */
export function checkUndoTimes(environment: Readonly<Record<string, string | undefined>>): void {
  const secondsOf = (name: string) => Number(environment[name] || DEFAULT_SECONDS);
  if (secondsOf('ATTENDANCE_UNDO_SECONDS') <= secondsOf('PAYOUT_UNDO_SECONDS')) return;
  throw new SettingsError([
    'PAYOUT_UNDO_SECONDS: must be at least ATTENDANCE_UNDO_SECONDS, else a mark could be taken back after its payment has left',
  ]);
}
