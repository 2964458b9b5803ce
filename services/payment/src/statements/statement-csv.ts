import type { Role } from '@app/contracts/enumerations.ts';
import type { StatementLine } from '@app/contracts/payment/statements.ts';
import { csvFirst, csvLines } from '@app/kit/csv.ts';
import { statementWords } from '@app/words/statements.ts';
import { toCedis } from '../providers/amount.ts';

const { columns } = statementWords;

/** Amounts are plain numbers, so that a spreadsheet adds them up. */
export function statementCsv(lines: readonly StatementLine[], role: Role): string {
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
    toCedis(line.amountInPesewas),
    toCedis(line.feeInPesewas),
    line.walletHint ?? '',
    line.providerId ?? '',
  ]);
  return csvFirst(headers) + (rows.length === 0 ? '' : csvLines(rows));
}
