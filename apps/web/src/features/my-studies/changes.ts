import { choiceWords } from '@app/words/choices.ts';
import { myStudiesWords as words } from '@app/words/my-studies.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import { standingBadge } from './next.ts';

type Shown = Pick<Application, 'id' | 'status'> & {
  study: Pick<Application['study'], 'publicName' | 'standing'>;
};

/** What is written on the badges of a card. */
function stateOf({ status, study }: Shown): string {
  const standing = standingBadge(status, study.standing);
  return [choiceWords.applicationStatus[status], ...(standing ? [standing] : [])].join(', ');
}

/** What others have changed from one reading of a list to the next, in words; a withdrawal says so itself. */
export function changesBetween(before: readonly Shown[], after: readonly Shown[]): string {
  const states = new Map(before.map((application) => [application.id, stateOf(application)]));
  return after
    .filter((application) => {
      const state = states.get(application.id);
      return application.status !== 'WITHDRAWN' && state !== undefined && state !== stateOf(application);
    })
    .map((application) => words.changed(application.study.publicName, stateOf(application)))
    .join(' ');
}
