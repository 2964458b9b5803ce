import type { Role } from '@app/contracts/enumerations.ts';
import * as contract from '@app/contracts/payment/statements.ts';
import type { Route } from '@app/kit/route.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { statementWords } from '@app/words/statements.ts';
import type { Deps } from '../deps.ts';
import { findReceived, findSpent } from './queries.ts';
import { statementCsv } from './statement-csv.ts';

export function statementRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  const lines: Record<Role, typeof findSpent> = { RESEARCHER: findSpent, PARTICIPANT: findReceived };
  const linesOf = ({ userId, role }: Viewer, year: string) => lines[role](db, userId, year);

  route(contract.readStatement, async ({ params: { year }, viewer }) => ({
    year,
    lines: await linesOf(viewer, year),
  }));

  route(contract.exportStatement, async ({ params: { year }, viewer }) => {
    const text = statementCsv(await linesOf(viewer, year), viewer.role);
    return {
      name: statementWords.file(year),
      text: (async function* () {
        yield text;
      })(),
    };
  });
}
