import { FURTHER_CRITERIA } from '@app/contracts/further-criteria.ts';
import { profileChoiceWords as choices } from '@app/words/profile-choices.ts';
import { type Option, optionsOf } from '../ui/options.ts';

const { regions, languages, employment, jobRoles, industries, phoneOs } = FURTHER_CRITERIA;

/** What a study may ask for further, in the order of the stage: each kind with its choices. */
export const furtherChoices = [
  { name: 'regions', options: optionsOf(regions, choices.region) },
  { name: 'languages', options: optionsOf(languages, choices.language) },
  { name: 'employment', options: optionsOf(employment, choices.employmentStatus) },
  { name: 'jobRoles', options: optionsOf(jobRoles, choices.jobRole) },
  { name: 'industries', options: optionsOf(industries, choices.industry) },
  {
    name: 'phoneOs',
    // Nobody is looked for who has none.
    options: optionsOf(phoneOs, choices.phoneOs).filter(({ value }) => value !== 'NO_PHONE'),
  },
] as const satisfies readonly { name: keyof typeof FURTHER_CRITERIA; options: Option[] }[];

/** The labels of what is chosen. */
export const saidOf = (options: readonly Option[], chosen: readonly string[]): string =>
  options
    .filter(({ value }) => chosen.includes(value))
    .map(({ label }) => label)
    .join(', ');
