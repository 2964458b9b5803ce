import { FURTHER_CRITERIA } from '@app/contracts/further-criteria.ts';
import { profileChoiceWords as choices } from '@app/words/profile-choices.ts';
import { type Option, toOptions } from '../ui/options.ts';

const { regions, languages, employment, jobRoles, industries, phoneOs } = FURTHER_CRITERIA;

export const furtherChoices = [
  { name: 'regions', options: toOptions(regions, choices.region) },
  { name: 'languages', options: toOptions(languages, choices.language) },
  { name: 'employment', options: toOptions(employment, choices.employmentStatus) },
  { name: 'jobRoles', options: toOptions(jobRoles, choices.jobRole) },
  { name: 'industries', options: toOptions(industries, choices.industry) },
  {
    name: 'phoneOs',
    // No study looks for people without a phone.
    options: toOptions(phoneOs, choices.phoneOs).filter(({ value }) => value !== 'NO_PHONE'),
  },
] as const satisfies readonly { name: keyof typeof FURTHER_CRITERIA; options: Option[] }[];

export const chosenLabels = (options: readonly Option[], chosen: readonly string[]): string =>
  options
    .filter(({ value }) => chosen.includes(value))
    .map(({ label }) => label)
    .join(', ');
