import type { Role } from '@app/contracts/enumerations.ts';
import * as contract from '@app/contracts/payment/statements.ts';
import type { StatementLine } from '@app/contracts/payment/statements.ts';
import type { Route } from '@app/kit/route.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { statementWords } from '@app/words/statements.ts';
import type { Deps } from '../deps.ts';
import { readStudyNames } from '../peers/ask-project.ts';
import { findReceived, findSpent } from './queries.ts';
import { statementCsv } from './statement-csv.ts';

/** What a role reads of its payments, and by which of a study's names it knows the study. */
const readings = {
  RESEARCHER: { find: findSpent, name: 'name' },
  PARTICIPANT: { find: findReceived, name: 'publicName' },
} as const satisfies Record<Role, { find: typeof findSpent; name: string }>;

export function statementRoutes(route: Route, { db, callProject }: Pick<Deps, 'db' | 'callProject'>): void {
  async function linesOf({ userId, role }: Viewer, year: string): Promise<StatementLine[]> {
    const { find, name } = readings[role];
    const lines = await find(db, userId, year);
    const names = await readStudyNames(callProject, [...new Set(lines.map(({ studyId }) => studyId))]);
    return lines.map((line) => ({ ...line, study: names.get(line.studyId)?.[name] ?? null }));
  }

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
