import type { Notification } from '@app/contracts/project/notifications.ts';
import { paths } from '@app/contracts/web-paths.ts';

/** Those that come in numbers, and where all of a study lead to. */
const inNumbers: Readonly<Record<string, (studyId: string) => string>> = {
  NEW_APPLICANT: paths.studyApplicants,
  APPLICANT_WITHDREW: paths.studyApplicants,
  TIME_TAKEN: () => paths.meetings,
  TIME_MOVED: () => paths.meetings,
  TIME_GIVEN_BACK: () => paths.meetings,
};

export const isInNumbers = ({ kind, params: { studyId } }: Notification) =>
  kind !== null && studyId !== undefined && Object.hasOwn(inNumbers, kind);

export interface Group {
  key: string;
  /** The newest first. */
  all: Notification[];
  path: string | null;
}

/** Those of one kind and study together, in the place of the newest of them; one alone leads to what it is about. */
export function groupsOf(newestFirst: readonly Notification[]): Group[] {
  const groups = Map.groupBy(newestFirst, (one) =>
    isInNumbers(one) ? `${one.kind} ${one.params.studyId}` : one.id,
  );
  return [...groups].map(([key, all]) => {
    const [{ kind, path, params }] = all as [Notification];
    const ofAll = inNumbers[kind ?? ''];
    return { key, all, path: all.length > 1 && ofAll ? ofAll(params.studyId ?? '') : path };
  });
}
