const POLLS_IN_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1800];
const HOUR_SECONDS = 3600;

/** How long to wait before a provider is asked again, having been asked so often (B5.8). */
export const secondsToPoll = (polls: number): number => POLLS_IN_SECONDS[polls] ?? HOUR_SECONDS;

/** So long an answer is waited for; then a person has to look. */
export const WATCHED_HOURS = 72;
