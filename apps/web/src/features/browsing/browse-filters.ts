import { browseWords as words } from '@app/words/browsing.ts';
import type { DeviceRequirement } from '@app/contracts/enumerations.ts';
import { choiceWords } from '@app/words/choices.ts';

/** If this were imported from the contract, its schemas would be loaded too. */
const devices = Object.keys(choiceWords.deviceRequirements) as DeviceRequirement[];
/** The longest duration is not offered, because it would leave nothing out. */
const lengths = ['15', '30', '45'] as const;
const pays = ['PAID', 'HIGHEST'] as const;

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
  words.upTo(choiceWords.durationInMinutes[length]),
]);

export const payChoices: Choice[] = pays.map((pay) => [pay, words.pays[pay]]);

export function parseFilters(search: URLSearchParams): Filters {
  const device = devices.find((one) => one === search.get('device'));
  const length = lengths.find((one) => one === search.get('maxDurationInMinutes'));
  const pay = pays.find((one) => one === search.get('pay'));
  return { ...(device && { device }), ...(length && { maxDurationInMinutes: length }), ...(pay && { pay }) };
}

export const hasBrowseFilter = (filters: Filters) => Object.keys(filters).length > 0;

export function changeBrowseSearch(search: URLSearchParams, name: keyof Filters, value: string): string {
  const next = new URLSearchParams(search);
  next.delete('page');
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next.toString();
}
