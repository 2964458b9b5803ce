import { today } from '@app/contracts/calendar.ts';
import * as contract from '@app/contracts/project/funnel.ts';
import { csv, type Cell } from '@app/kit/csv.ts';
import type { Route } from '@app/kit/route.ts';
import { funnelWords } from '@app/words/funnel.ts';
import type { Deps } from '../deps.ts';
import { assertMayExport } from '../identity-peer.ts';
import { findOwnStudy, findStudy } from '../studies/reads.ts';
import { readFunnel, readReachWithoutCriteria } from './read-funnel.ts';
import { type Figures, type Funnel, FUNNEL_STAGES } from '@app/contracts/project/funnel.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { groupText } from '@app/words/quota-names.ts';

async function* funnelRows(
  { quotas, survey }: Pick<Study, 'quotas' | 'survey'>,
  funnel: Funnel,
): AsyncGenerator<Cell[][]> {
  const stages = survey ? funnelWords.onlineStages : funnelWords.stages;
  const ended = funnel.ended
    ? ([
        [funnelWords.ended.SCREENED_OUT, funnel.ended.SCREENED_OUT],
        [funnelWords.ended.REJECTED, funnel.ended.REJECTED],
      ] as const)
    : [];
  const row = (part: string, name: string, figures: Figures): Cell[] => [
    part,
    name,
    ...figures.map((figure) => {
      if (figure === null) return '';
      return figure === 'HIDDEN' ? funnelWords.hidden : figure;
    }),
  ];
  const describeGroup = (quota: number | null) => {
    const group = quota === null ? undefined : quotas[quota];
    return group ? groupText(group) : funnelWords.noQuota;
  };
  yield [
    [funnelWords.part, '', ...FUNNEL_STAGES.map((stage) => stages[stage]), ...ended.map(([head]) => head)],
    [...row(funnelWords.all, '', funnel.all), ...ended.map(([, count]) => count)],
    ...funnel.sources.map(({ source, figures }) =>
      row(funnelWords.parts.sources, source ? funnelWords.sources[source] : funnelWords.noSource, figures),
    ),
    ...funnel.quotas.map(({ quota, figures }) =>
      row(funnelWords.parts.quotas, describeGroup(quota), figures),
    ),
    ...funnel.days.map(({ day, figures }) => row(funnelWords.parts.days, day, figures)),
  ];
}

export function funnelRoutes(route: Route, deps: Deps): void {
  const late = { ...deps, db: deps.reader };

  route(contract.readFunnel, async ({ params, viewer, fail }) => {
    const study = await findOwnStudy(deps.db, { studyId: params.id, userId: viewer.userId });
    return study ? readFunnel(late, study) : fail('STUDY_NOT_FOUND');
  });

  route(contract.exportFunnel, async ({ params, viewer, fail }) => {
    const study = await findStudy(deps.db, { studyId: params.id, userId: viewer.userId });
    if (!study) return fail('STUDY_NOT_FOUND');
    await assertMayExport(deps.callIdentity, viewer.userId);
    const rows = funnelRows(
      study,
      await readFunnel(late, { ...study, isOnline: study.survey !== undefined }),
    );
    return { name: `${funnelWords.file(study.name, today())}.csv`, text: csv(rows) };
  });

  route(contract.readReachWithoutCriteria, async ({ params, viewer, fail }) => {
    const study = await findStudy(deps.db, { studyId: params.id, userId: viewer.userId });
    return study ? readReachWithoutCriteria(deps, study) : fail('STUDY_NOT_FOUND');
  });
}
