/** Returns "09:30 AM" in Ghana's time. */
export function clock(instant: string): string {
  const hour = Number(instant.slice(11, 13));
  return `${`0${hour % 12 || 12}`.slice(-2)}${instant.slice(13, 16)} ${hour < 12 ? 'AM' : 'PM'}`;
}
