import { readProjectWorkAsAdmin } from '@app/contracts/project/admin-work.ts';
import type { Route } from '@app/kit/route.ts';
import { countWaitingDeadLetters } from '@app/kit/waiting-work.ts';
import { countOpenDisputes } from './bookings/disputes/disputes.ts';
import type { Deps } from './deps.ts';
import { countUnsentPayables } from './payables/payables.ts';
import { countOpenReports } from './reports/write-report.ts';
import { countAppeals } from './submissions/reads.ts';

export function projectWorkRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(readProjectWorkAsAdmin, async () => ({
    waiting: [
      await countOpenDisputes(db),
      await countAppeals(db),
      await countOpenReports(db),
      await countUnsentPayables(db),
      await countWaitingDeadLetters(db, 'PROJECT_DEAD_LETTER', 'project'),
    ],
  }));
}
