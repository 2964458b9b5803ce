import type { DeviceRequirement } from '@app/contracts/enumerations.ts';
import { browseWords } from '@app/words/browse.ts';
import { choiceWords } from '@app/words/choices.ts';

/** Of their words and not of the enumeration, which the forms bring along with their schemas. */
const devices = Object.keys(choiceWords.deviceRequirements) as DeviceRequirement[];
/** The longest duration there is leaves nothing out. */
const lengths = ['15', '30', '45'] as const;
const pays = ['PAID', 'HIGHEST'] as const;

/** What the address asks of the list: so it can be shared, gone back to, and kept over a reload. */
export interface Filters {
  device?: DeviceRequirement;
  maxDurationInMinutes?: (typeof lengths)[number];
  pay?: (typeof pays)[number];
}

type Choice = readonly [value: string, label: string];

export const deviceChoices: Choice[] = devices.map((device) => [
  device,
  choiceWords.deviceRequirements[device],
]);
export const lengthChoices: Choice[] = lengths.map((length) => [
  length,
  browseWords.upTo(choiceWords.durationInMinutes[length]),
]);

export const payChoices: Choice[] = pays.map((pay) => [pay, browseWords.pays[pay]]);

/** What nobody could have chosen counts as not asked for. */
export function filtersOf(search: URLSearchParams): Filters {
  const device = devices.find((one) => one === search.get('device'));
  const length = lengths.find((one) => one === search.get('maxDurationInMinutes'));
  const pay = pays.find((one) => one === search.get('pay'));
  return { ...(device && { device }), ...(length && { maxDurationInMinutes: length }), ...(pay && { pay }) };
}

export const isFiltered = (filters: Filters) => Object.keys(filters).length > 0;

/** The address with another filter, from the first page on; an empty one is none. */
export function searchWith(search: URLSearchParams, name: keyof Filters, value: string): string {
  const next = new URLSearchParams(search);
  next.delete('page');
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next.toString();
}
