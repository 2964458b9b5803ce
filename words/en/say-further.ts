import type { FURTHER_CRITERIA, FurtherFacts } from '@app/contracts/further-criteria.ts';
import { furtherWords } from '@app/words/further-criteria.ts';
import { profileChoiceWords as choices } from '@app/words/profile-choices.ts';

export type FurtherKind = keyof typeof FURTHER_CRITERIA;

const labels: Record<FurtherKind, Readonly<Record<string, string>>> = {
  regions: choices.region,
  languages: choices.language,
  employment: choices.employmentStatus,
  jobRoles: choices.jobRole,
  industries: choices.industry,
  phoneOs: choices.phoneOs,
};
const kinds = Object.keys(labels) as FurtherKind[];

/** The kinds that a study asks for beyond the five facts; internet is none of them, since everyone has it then. */
export const kindsAsked = (study: FurtherFacts): FurtherKind[] =>
  kinds.filter((kind) => study[kind].length > 0);

/** "Ashanti, Central" of a list of one kind. */
export const sayKind = (kind: FurtherKind, values: readonly string[]): string =>
  values.map((value) => labels[kind][value] ?? value).join(', ');

/** Each value that a study asks for, as "regions.ASHANTI", and its words. */
export const factsAsked = (study: FurtherFacts): (readonly [fact: string, said: string])[] =>
  kindsAsked(study).flatMap((kind) =>
    study[kind].map((value) => [`${kind}.${value}`, sayKind(kind, [value])] as const),
  );

export function isFact(text: string): boolean {
  const [kind = '', value = ''] = text.split('.');
  return Object.hasOwn(labels, kind) && Object.hasOwn(labels[kind as FurtherKind], value);
}

/** What a study asks for further, or what is true of an applicant: name beside value, without kinds that are empty. */
export function sayFurther(facts: FurtherFacts): (readonly [name: string, said: string])[] {
  const lists = kindsAsked(facts).map(
    (kind) => [furtherWords.names[kind], sayKind(kind, facts[kind])] as const,
  );
  return facts.hasInternet ? [...lists, [furtherWords.internet, furtherWords.internetNeeded]] : lists;
}
