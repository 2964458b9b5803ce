/** How many callers ask at once in a race, and how often it is run: `RACE_ROUNDS=200 npm test` for a long one. */
export const CALLERS = 50;
export const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 20);
