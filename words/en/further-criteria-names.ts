import type { FURTHER_CRITERIA, FurtherValues } from '@app/contracts/further-criteria.ts';
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

/** Internet access is left out, because every participant has it. */
export const askedFurtherKinds = (study: FurtherValues): FurtherKind[] =>
  kinds.filter((kind) => study[kind].length > 0);

export const furtherKindLabel = (kind: FurtherKind, values: readonly string[]): string =>
  values.map((value) => labels[kind][value] ?? value).join(', ');

export const listAskedValues = (study: FurtherValues): (readonly [value: string, said: string])[] =>
  askedFurtherKinds(study).flatMap((kind) =>
    study[kind].map((value) => [`${kind}.${value}`, furtherKindLabel(kind, [value])] as const),
  );

export function isAskedValue(text: string): boolean {
  const [kind = '', value = ''] = text.split('.');
  return Object.hasOwn(labels, kind) && Object.hasOwn(labels[kind as FurtherKind], value);
}

export function furtherText(further: FurtherValues): (readonly [name: string, said: string])[] {
  const lists = askedFurtherKinds(further).map(
    (kind) => [furtherWords.names[kind], furtherKindLabel(kind, further[kind])] as const,
  );
  return further.hasInternet ? [...lists, [furtherWords.internet, furtherWords.internetNeeded]] : lists;
}
