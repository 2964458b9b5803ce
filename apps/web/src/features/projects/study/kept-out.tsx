import { notAgainWords as words } from '@app/words/not-again.ts';
import type { NotAgain } from '@app/contracts/project/not-again.ts';
import { useQuery } from '@tanstack/react-query';
import { earlierStudies } from '../../../api/earlier-studies.ts';
import { useUser } from '../../../session/session.ts';

/** Whom a study keeps out, by the names of the studies that they were in. */
export function KeptOut({ notAgain: { studies, who, weeks } }: { notAgain: NotAgain }) {
  const user = useUser();
  const earlier = useQuery({ ...earlierStudies(user?.userId ?? ''), enabled: user !== null });
  const nameOf = (id: string) => earlier.data?.find((study) => study.id === id)?.name ?? words.gone;
  const kinds = who.map((kind) => words.who[kind]);
  return (
    <div>
      <dt className="text-cocoa-3">{words.keptOut}</dt>
      <dd className="wrap-anywhere">
        {earlier.isPending && words.from(studies.length)}
        {earlier.isError && `${words.from(studies.length)}. ${words.failed}`}
        {earlier.data && words.kept(kinds, studies.map(nameOf))}
        {` · ${words.keptFor(weeks)}`}
      </dd>
    </div>
  );
}
