import type { Environment } from '@app/kit/settings.ts';

/** Shorter names, such as PORT, are not checked, because many other environment variables are similar. */
const SHORTEST = 8;
/**
 * Only names of this length may differ in two letters. Otherwise APP_HOME would count as a misspelt APP_MODE.
 */
const LONG = 12;
const MOST_EDITS = 2;

/** If the right name is set too, the similar name belongs to another program. */
export function findMisspelt(environment: Environment, settings: readonly string[]): string[] {
  const isSet = (name: string) => (environment[name] ?? '') !== '';
  return Object.keys(environment)
    .filter((name) => name.length >= SHORTEST && isSet(name) && !settings.includes(name))
    .flatMap((name) => {
      const most = name.length < LONG ? 1 : MOST_EDITS;
      const meant = settings.find(
        (one) => one.length >= SHORTEST && !isSet(one) && countEdits(name, one) <= most,
      );
      return meant === undefined
        ? []
        : [`${name}: is no setting; ${meant} is. Correct its name, or unset it`];
    });
}

/** This is the Levenshtein distance. */
function countEdits(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_EDITS) return Number.POSITIVE_INFINITY;
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, character] of [...one].entries()) {
    const edits = [row + 1];
    for (const [column, another] of [...other].entries()) {
      const replaced = (above[column] ?? 0) + (character === another ? 0 : 1);
      edits.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (edits[column] ?? 0) + 1));
    }
    above = edits;
  }
  return above.at(-1) ?? 0;
}
