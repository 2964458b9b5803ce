import type { Role } from '@app/contracts/enumerations.ts';
import type { StatementLine } from '@app/contracts/payment/statements.ts';
import { cedis } from '@app/words/cedis.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { statementWords as words } from '@app/words/statements.ts';
import { longDate } from '@app/words/days.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { as } from '../../ui/table-roles.ts';
import './statement.css';

const rowClass = 'flex flex-wrap justify-between gap-x-4 py-3';

function Line({ line, role }: { line: StatementLine; role: Role }) {
  const { at, kind, study, code, network, walletHint, providerId, amountInPesewas, feeInPesewas } = line;
  const account = walletHint?.replaceAll(' ', '\u00a0');
  const carrier = network && profileChoiceWords.provider[network];
  const about = [longDate(at), code, carrier, account, providerId].filter(Boolean).join(' · ');
  return (
    <tr {...as.row} className={rowClass}>
      <td {...as.cell} className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold">{words.kinds[role][kind]}</span>
        <span className="block wrap-anywhere">{study ?? words.unnamed}</span>
        <span className="block text-cocoa-2 wrap-anywhere">{about}</span>
      </td>
      <td {...as.cell} className="ml-auto text-right">
        <span className="block font-semibold">{cedis(amountInPesewas)}</span>
        {feeInPesewas > 0 && <span className="block text-cocoa-2">{words.withFee(cedis(feeInPesewas))}</span>}
      </td>
    </tr>
  );
}

const sumOf = (lines: readonly StatementLine[], field: 'amountInPesewas' | 'feeInPesewas') =>
  lines.reduce((sum, line) => sum + line[field], 0);

function Total({ label, pesewas }: { label: string; pesewas: number }) {
  if (pesewas === 0) return null;
  return (
    <tr {...as.row} className={rowClass}>
      <th {...as.rowheader}>{label}</th>
      <td {...as.cell}>{cedis(pesewas)}</td>
    </tr>
  );
}

export function Lines({ lines, role }: { lines: readonly StatementLine[]; role: Role }) {
  if (lines.length === 0) return <Card>{words.empty}</Card>;
  return (
    <Card data-statement>
      <table {...as.table} className="figures block text-sm">
        <thead {...as.rowgroup} className="block">
          <tr {...as.row} className={cx(rowClass, 'text-cocoa-3')}>
            <th {...as.columnheader} className="font-normal">
              {words.columns.kind}
            </th>
            <th {...as.columnheader} className="font-normal">
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody {...as.rowgroup} className="block divide-y divide-line border-y border-line">
          {lines.map((line) => (
            <Line key={`${line.at} ${line.applicationId} ${line.providerId}`} {...{ line, role }} />
          ))}
        </tbody>
        <tfoot {...as.rowgroup} className="block font-semibold">
          {words.totals[role].map(([label, kinds]) => {
            const counted = lines.filter(({ kind }) => kinds.includes(kind));
            return <Total key={label} label={label} pesewas={sumOf(counted, 'amountInPesewas')} />;
          })}
          <Total label={words.fees} pesewas={sumOf(lines, 'feeInPesewas')} />
        </tfoot>
      </table>
    </Card>
  );
}
