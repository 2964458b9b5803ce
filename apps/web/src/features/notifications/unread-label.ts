const MOST_COUNTED = 99;

/** In the badge on the bell; nothing where there is nothing. */
export function unreadLabel(count: number): string {
  if (count === 0) return '';
  return count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
}
