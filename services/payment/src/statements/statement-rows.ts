import type { Role } from '@app/contracts/enumerations.ts';
import type { StatementLine } from '@app/contracts/payment/statements.ts';
import type { Cell } from '@app/kit/csv.ts';
import { statementWords } from '@app/words/statements.ts';

const { columns } = statementWords;

/** Amounts in cedis are plain numbers, so that a spreadsheet adds them up. */
export function statementRows(
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
