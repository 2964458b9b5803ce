/** "09:30 AM" of an instant, in Ghana's time: one clock for screens, letters and notifications, that of the times to choose. */
export function clock(instant: string): string {
  const hour = Number(instant.slice(11, 13));
  return `${`0${hour % 12 || 12}`.slice(-2)}${instant.slice(13, 16)} ${hour < 12 ? 'AM' : 'PM'}`;
}
