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

/** Internet is excluded: every participant has it. */
export const askedFurtherKinds = (study: FurtherFacts): FurtherKind[] =>
  kinds.filter((kind) => study[kind].length > 0);

export const furtherKindLabel = (kind: FurtherKind, values: readonly string[]): string =>
  values.map((value) => labels[kind][value] ?? value).join(', ');

/** The format of a fact is "regions.ASHANTI". */
export const factsAsked = (study: FurtherFacts): (readonly [fact: string, said: string])[] =>
  askedFurtherKinds(study).flatMap((kind) =>
    study[kind].map((value) => [`${kind}.${value}`, furtherKindLabel(kind, [value])] as const),
  );

export function isFact(text: string): boolean {
  const [kind = '', value = ''] = text.split('.');
  return Object.hasOwn(labels, kind) && Object.hasOwn(labels[kind as FurtherKind], value);
}

export function furtherText(facts: FurtherFacts): (readonly [name: string, said: string])[] {
  const lists = askedFurtherKinds(facts).map(
    (kind) => [furtherWords.names[kind], furtherKindLabel(kind, facts[kind])] as const,
  );
  return facts.hasInternet ? [...lists, [furtherWords.internet, furtherWords.internetNeeded]] : lists;
}
