import { exclusionWords as words } from '@app/words/exclusions.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useQuery } from '@tanstack/react-query';
import { earlierStudies } from '../../../api/earlier-studies.ts';
import { useUser } from '../../../session/session.ts';

export function ExclusionDetails({ study }: { study: Study }) {
  const user = useUser();
  const earlier = useQuery({ ...earlierStudies(user?.userId ?? ''), enabled: user !== null });
  const nameOf = (id: string) => earlier.data?.find((other) => other.id === id)?.name ?? words.gone;
  const byEarlier = (['excludedStudies', 'requiredStudies'] as const).map((rule) => {
    const named = study[rule];
    if (!named) return null;
    const { studies, who } = named;
    const kinds = who.map((kind) => words.who[kind]);
    return (
      <div key={rule}>
        <dt className="text-cocoa-3">{words.said[rule]}</dt>
        <dd className="wrap-anywhere">
          {earlier.isPending && words.from(studies.length)}
          {earlier.isError && `${words.from(studies.length)}. ${words.failed}`}
          {earlier.data && words.kept(kinds, studies.map(nameOf))}
          {'weeks' in named && ` · ${words.excludedFor(named.weeks)}`}
        </dd>
      </div>
    );
  });
  if (!study.isInviteOnly) return byEarlier;
  return (
    <>
      {byEarlier}
      <div>
        <dt className="text-cocoa-3">{words.said.requiredStudies}</dt>
        <dd>{words.ofList}</dd>
      </div>
    </>
  );
}
