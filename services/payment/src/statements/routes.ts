import type { Role } from '@app/contracts/enumerations.ts';
import * as contract from '@app/contracts/payment/statements.ts';
import type { StatementLine } from '@app/contracts/payment/statements.ts';
import { csv, type Cell } from '@app/kit/csv.ts';
import type { Route } from '@app/kit/route.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { xlsx } from '@app/kit/xlsx.ts';
import { statementWords } from '@app/words/statements.ts';
import type { Deps } from '../deps.ts';
import { toCedis } from '../providers/provider.ts';
import { readStudyNames } from '../peers/ask-project.ts';
import { findReceived, findSpent } from './queries.ts';

const { columns } = statementWords;

/** Amounts in cedis are plain numbers, so that a spreadsheet adds them up. */
function statementRows(
  lines: readonly StatementLine[],
  role: Role,
  amount: (pesewas: number) => Cell,
): Cell[][] {
  const headers = [
    columns.day,
    columns.kind,
    columns.study,
    columns.studyId,
    columns.code,
    columns.amount,
    columns.fee,
    columns.account,
    columns.number,
  ];
  const rows = lines.map((line) => [
    line.at.slice(0, 10),
    statementWords.kinds[role][line.kind],
    line.study ?? statementWords.unnamed,
    line.studyId,
    line.code ?? '',
    amount(line.amountInPesewas),
    amount(line.feeInPesewas),
    line.walletHint ?? '',
    line.providerId ?? '',
  ]);
  return [headers, ...rows];
}

/** What a role reads of its payments, and by which of a study's names it knows the study. */
const readings = {
  RESEARCHER: { find: findSpent, name: 'name' },
  PARTICIPANT: { find: findReceived, name: 'publicName' },
} as const satisfies Record<Role, { find: typeof findSpent; name: string }>;

export function statementRoutes(
  route: Route,
  { reader, callProject }: Pick<Deps, 'reader' | 'callProject'>,
): void {
  async function linesOf({ userId, role }: Viewer, year: string): Promise<StatementLine[]> {
    const { find, name } = readings[role];
    const lines = await find(reader, userId, year);
    const names = await readStudyNames(callProject, [...new Set(lines.map(({ studyId }) => studyId))]);
    return lines.map((line) => ({ ...line, study: names.get(line.studyId)?.[name] ?? null }));
  }

  route(contract.readStatement, async ({ params: { year }, viewer }) => ({
    year,
    lines: await linesOf(viewer, year),
  }));

  for (const [endpoint, ending, write, amount] of [
    [contract.exportStatement, 'csv', csv, toCedis],
    [contract.exportStatementWorkbook, 'xlsx', xlsx, (pesewas: number) => pesewas / 100],
  ] as const)
    route(endpoint, async ({ params: { year }, viewer }) => {
      const rows = statementRows(await linesOf(viewer, year), viewer.role, amount);
      const once = (async function* () {
        yield rows;
      })();
      return { name: `${statementWords.file(year)}.${ending}`, text: write(once) };
    });
}
