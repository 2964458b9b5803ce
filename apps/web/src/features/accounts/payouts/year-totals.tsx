import { today } from '@app/contracts/calendar.ts';
import { type StatementKind, type StatementLine, readStatement } from '@app/contracts/payment/statements.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { cedis } from '@app/words/cedis.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callPayment } from '../../../api/call-payment.ts';
import { paymentKeys } from '../../../api/keys.ts';
import { lastKnownData } from '../../../api/last-known.ts';
import { Sums } from '../../../product/sums.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../loaded.tsx';
import { StatementLinks } from './statement-links.tsx';

const KINDS = ['FUNDING', 'INCENTIVE', 'BONUS', 'REFUND'] as const satisfies StatementKind[];

const sumLines = (lines: readonly StatementLine[], field: 'amountInPesewas' | 'feeInPesewas') =>
  lines.reduce((sum, line) => sum + line[field], 0);

function perCode(lines: readonly StatementLine[]): [code: string, pesewas: number][] {
  const sums = new Map<string, number>();
  for (const { code, amountInPesewas } of lines) {
    if (code !== null) sums.set(code, (sums.get(code) ?? 0) + amountInPesewas);
  }
  return [...sums];
}

function Totals({ lines }: { lines: readonly StatementLine[] }) {
  const totals = [
    ...KINDS.map((kind) => {
      const own = lines.filter(
        (line) => line.kind === kind || (kind === 'INCENTIVE' && line.kind === 'SCREEN_OUT'),
      );
      return [words.yearTotals[kind], sumLines(own, 'amountInPesewas')] as const;
    }),
    [words.yearTotals.fees, sumLines(lines, 'feeInPesewas')] as const,
  ];
  const participants = perCode(lines);
  return (
    <>
      <Sums rows={totals} />
      {participants.length > 0 && (
        <table className="mt-5 w-full text-sm">
          <caption className="mb-1 text-left font-semibold">{words.perParticipant}</caption>
          <thead>
            <tr className="text-left text-cocoa-3">
              <th scope="col" className="py-2 font-normal wrap-anywhere">
                {words.participantCode}
              </th>
              <th scope="col" className="py-2 text-right font-normal wrap-anywhere">
                {words.amount}
              </th>
            </tr>
          </thead>
          <tbody className="figures divide-y divide-line border-t border-line">
            {participants.map(([code, pesewas]) => (
              <tr key={code}>
                <th scope="row" className="py-2.5 text-left font-semibold wrap-anywhere">
                  {code}
                </th>
                <td className="py-2.5 text-right whitespace-nowrap">{cedis(pesewas)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** In the statement, participants have codes and no names. */
export function YearTotals({ userId, memberSince }: { userId: string; memberSince: string }) {
  const [year] = useState(() => today().slice(0, 4));
  const queryKey = paymentKeys.statement(userId, year);
  const statement = useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) => callPayment(readStatement, { params: { year } }, signal),
    refetchOnMount: 'always',
  });
  return (
    <Loaded query={statement} rows={4}>
      {({ lines }) => (
        <Card className="mt-4">
          <h3 className="mb-2">{words.yearHeading(year)}</h3>
          {lines.length === 0 ? (
            <p className="max-w-text text-cocoa-2">{words.yearEmpty}</p>
          ) : (
            <Totals lines={lines} />
          )}
          <StatementLinks since={memberSince} />
        </Card>
      )}
    </Loaded>
  );
}
