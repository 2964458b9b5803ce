import { useLocation } from 'react-router';

/** What a link gives along, so that an email typed on one page need not be typed again on the next. */
export function carryEmail(email: string | undefined) {
  return { email: email ?? '' };
}

/** The email that the person has typed on the page before; undefined leaves the field as it is. */
export function useCarriedEmail(): string | undefined {
  const state = useLocation().state as { email?: unknown } | null;
  return typeof state?.email === 'string' && state.email !== '' ? state.email : undefined;
}
