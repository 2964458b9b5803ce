import type { Group } from '@app/contracts/project/quotas.ts';
import { choiceWords } from '@app/words/choices.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';

const groupWords = {
  anybody: 'Anyone',
  ages: (minimum: number, maximum: number) => `${minimum} to ${maximum}`,
  from: (minimum: number) => `${minimum} and older`,
  until: (maximum: number) => `up to ${maximum}`,
} as const;

function agesText({ minimumAge, maximumAge }: Group): string | undefined {
  if (minimumAge !== undefined && maximumAge !== undefined) return groupWords.ages(minimumAge, maximumAge);
  if (minimumAge !== undefined) return groupWords.from(minimumAge);
  return maximumAge === undefined ? undefined : groupWords.until(maximumAge);
}

export function groupText(group: Group): string {
  const parts = [
    group.gender && choiceWords.gender[group.gender],
    agesText(group),
    group.region && profileChoiceWords.region[group.region],
  ];
  return parts.filter((part) => part !== undefined).join(', ') || groupWords.anybody;
}
