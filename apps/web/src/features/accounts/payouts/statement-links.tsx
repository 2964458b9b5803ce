import { today } from '@app/contracts/calendar.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { useState } from 'react';
import { Link } from 'react-router';

export function StatementLinks({ since }: { since: string }) {
  const [last] = useState(() => Number(today().slice(0, 4)));
  const first = Number(since.slice(0, 4));
  const years = Array.from({ length: last - first + 1 }, (_, at) => last - at);
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p className="text-sm text-cocoa-3">{words.statements}</p>
      <ul className="flex flex-wrap gap-x-5">
        {years.map((year) => (
          <li key={year}>
            <Link to={paths.statement(year)} className="inline-flex min-h-11 items-center text-link">
              {words.statementHeading(String(year))}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
