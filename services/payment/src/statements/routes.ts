import type { Role } from '@app/contracts/enumerations.ts';
import {
  exportLedgerAsAdmin,
  exportPaymentsAsAdmin,
  listMonthsAsAdmin,
} from '@app/contracts/payment/admin-exports.ts';
import * as contract from '@app/contracts/payment/statements.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { type Cell, csv } from '@app/kit/csv.ts';
import type { Route } from '@app/kit/route.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import { xlsx } from '@app/kit/xlsx.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { monthExportWords } from '@app/words/month-exports.ts';
import { statementWords } from '@app/words/statements.ts';
import type { Deps } from '../deps.ts';
import { listMonths } from '../ledger/read-month.ts';
import { toCedis } from '../provider.ts';
import { assertMayExport, readCompanyName } from '../identity-peer.ts';
import { readStudyNames } from '../project-peer.ts';
import { ledgerRows, paymentRows } from './export-month.ts';
import { findReceivedLines, findSpentLines } from './queries.ts';

const { columns } = statementWords;

type Statement = ReplyOf<typeof contract.readStatement>;

/** Amounts are plain numbers, so that a spreadsheet can add them. */
function statementRows(
  { company, lines }: Statement,
  role: Role,
  amount: (pesewas: number) => Cell,
): Cell[][] {
  const isResearcher = role === 'RESEARCHER';
  const headers = [
    columns.at,
    columns.kind,
    ...(isResearcher ? [columns.company] : []),
    columns.study,
    columns.studyId,
    columns.code,
    columns.amount,
    columns.fee,
    columns.network,
    columns.account,
    columns.number,
  ];
  const rows = lines.map((line) => [
    new Date(line.at),
    statementWords.kinds[role][line.kind],
    ...(isResearcher ? [company ?? ''] : []),
    line.study ?? statementWords.unnamed,
    line.studyId,
    line.code ?? '',
    amount(line.amountInPesewas),
    amount(line.feeInPesewas),
    line.network === null ? '' : profileChoiceWords.provider[line.network],
    line.walletHint ?? '',
    line.providerId ?? '',
  ]);
  return [headers, ...rows];
}

const readings = {
  RESEARCHER: { find: findSpentLines, name: 'name' },
  PARTICIPANT: { find: findReceivedLines, name: 'publicName' },
} as const satisfies Record<Role, { find: typeof findSpentLines; name: string }>;

export function statementRoutes(
  route: Route,
  { reader, callProject, callIdentity }: Pick<Deps, 'reader' | 'callProject' | 'callIdentity'>,
): void {
  async function read({ userId, role }: Viewer, year: string): Promise<Statement> {
    const { find, name } = readings[role];
    const lines = await find(reader, userId, year);
    const names = await readStudyNames(callProject, [...new Set(lines.map(({ studyId }) => studyId))]);
    return {
      year,
      company: role === 'RESEARCHER' ? await readCompanyName(callIdentity, userId) : null,
      lines: lines.map((line) => ({ ...line, study: names.get(line.studyId)?.[name] ?? null })),
    };
  }

  route(contract.readStatement, async ({ params: { year }, viewer }) => read(viewer, year));

  for (const [endpoint, ending, write, amount] of [
    [contract.exportStatement, 'csv', csv, toCedis],
    [
      contract.exportStatementWorkbook,
      'xlsx',
      xlsx.bind(null, statementWords.sheet),
      (pesewas: number) => pesewas / 100,
    ],
  ] as const)
    route(endpoint, async ({ params: { year }, viewer }) => {
      if (viewer.role === 'RESEARCHER') await assertMayExport(callIdentity, viewer.userId);
      const rows = statementRows(await read(viewer, year), viewer.role, amount);
      const once = (async function* () {
        yield rows;
      })();
      return { name: `${statementWords.file(year)}.${ending}`, text: write(once) };
    });
}

export function adminExportRoutes(route: Route, { reader }: Pick<Deps, 'reader'>): void {
  const { files } = monthExportWords;

  route(listMonthsAsAdmin, () => listMonths(reader));

  route(exportPaymentsAsAdmin, async ({ params: { month } }) => ({
    name: `${files.payments(month)}.csv`,
    text: csv(paymentRows(reader, month)),
  }));

  route(exportLedgerAsAdmin, async ({ params: { month } }) => ({
    name: `${files.ledger(month)}.csv`,
    text: csv(ledgerRows(reader, month)),
  }));
}
