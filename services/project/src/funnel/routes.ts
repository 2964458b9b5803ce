import { today } from '@app/contracts/calendar.ts';
import * as contract from '@app/contracts/project/funnel.ts';
import { csv } from '@app/kit/csv.ts';
import type { Route } from '@app/kit/route.ts';
import { funnelWords } from '@app/words/funnel.ts';
import type { Deps } from '../deps.ts';
import { findOwnStudy, findStudy } from '../studies/find-study.ts';
import { funnelRows } from './funnel-rows.ts';
import { readFunnel } from './read-funnel.ts';
import { readLeftOut } from './read-left-out.ts';

export function funnelRoutes(route: Route, deps: Deps): void {
  const late = { ...deps, db: deps.reader };

  route(contract.readFunnel, async ({ params, viewer, fail }) => {
    const study = await findOwnStudy(deps.db, { studyId: params.id, userId: viewer.userId });
    return study ? readFunnel(late, study) : fail('STUDY_NOT_FOUND');
  });

  route(contract.exportFunnel, async ({ params, viewer, fail }) => {
    const study = await findStudy(deps.db, { studyId: params.id, userId: viewer.userId });
    if (!study) return fail('STUDY_NOT_FOUND');
    const rows = funnelRows(study, await readFunnel(late, study));
    return { name: `${funnelWords.file(study.name, today())}.csv`, text: csv(rows) };
  });

  route(contract.readLeftOut, async ({ params, viewer, fail }) => {
    const study = await findStudy(deps.db, { studyId: params.id, userId: viewer.userId });
    return study ? readLeftOut(deps, study) : fail('STUDY_NOT_FOUND');
  });
}
