import type { Notification } from '@app/contracts/project/notifications.ts';

export interface Group {
  key: string;
  /** Said above them where there are several; one alone says itself which study it is about. */
  study: string | undefined;
  all: Notification[];
}

/** Those of one study together, in the place of the newest of them. */
export function groupsOf(newestFirst: readonly Notification[]): Group[] {
  const groups = new Map<string, Notification[]>();
  for (const one of newestFirst) {
    const key = one.params.studyId ?? one.id;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].map(([key, all]) => ({
    key,
    study: all.length > 1 ? all[0]?.params.study : undefined,
    all,
  }));
}
