import type { StatementLine } from '@app/contracts/payment/statements.ts';
import { cedis } from '@app/words/cedis.ts';
import { statementWords as words } from '@app/words/statements.ts';
import { longDate } from '../../format/dates.ts';
import { Card } from '../../ui/card.tsx';
import './statement.css';

type Names = ReadonlyMap<string, string>;

function Line({ line, names }: { line: StatementLine; names: Names }) {
  const { at, kind, code, studyId, walletHint, providerId, amountInPesewas, feeInPesewas } = line;
  const study = names.get(studyId);
  const about = [code, study, walletHint, providerId].filter(Boolean).join(' · ');
  return (
    <tr className="align-top">
      <td className="py-3 pr-4">
        <span className="block font-semibold">{words.kinds[kind]}</span>
        <span className="block text-cocoa-2 wrap-anywhere">
          {longDate(at)}
          {about && ` · ${about}`}
        </span>
      </td>
      <td className="py-3 text-right whitespace-nowrap">
        <span className="block font-semibold">{cedis(amountInPesewas)}</span>
        {feeInPesewas > 0 && <span className="block text-cocoa-2">{words.withFee(cedis(feeInPesewas))}</span>}
      </td>
    </tr>
  );
}

/** The lines as on paper, whose styles come with them. */
export function Lines({ lines, names }: { lines: readonly StatementLine[]; names: Names }) {
  if (lines.length === 0) return <Card>{words.empty}</Card>;
  return (
    <Card data-statement>
      <table className="figures w-full text-sm">
        <thead>
          <tr className="text-left text-cocoa-3">
            <th scope="col" className="pb-2 font-normal">
              {words.columns.kind}
            </th>
            <th scope="col" className="pb-2 text-right font-normal">
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {lines.map((line) => (
            <Line key={`${line.at} ${line.applicationId} ${line.providerId}`} line={line} names={names} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}
