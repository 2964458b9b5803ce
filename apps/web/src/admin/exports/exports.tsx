import {
  exportLedgerAsAdmin,
  exportPaymentsAsAdmin,
  listMonthsAsAdmin,
} from '@app/contracts/payment/admin-exports.ts';
import { adminExportWords as words } from '@app/words/admin-payments.ts';
import { adminWords } from '@app/words/admin.ts';
import { calendarWords } from '@app/words/calendar.ts';
import { dayWords } from '@app/words/days.ts';
import { Download } from 'lucide-react';
import { saveFile } from '../../api/save-file.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { AdminPage } from '../admin-page.tsx';
import { callAsAdmin, useAdminRead } from '../call-admin.ts';
import { ReadPart } from '../read-part.tsx';

const files = [
  [words.payments, exportPaymentsAsAdmin],
  [words.ledger, exportLedgerAsAdmin],
] as const;

/** Returns "November 2026". */
const monthName = (month: string) =>
  dayWords.monthAndYear(calendarWords.months[Number(month.slice(5)) - 1] ?? '', Number(month.slice(0, 4)));

function MonthRow({ month }: { month: string }) {
  const name = monthName(month);
  const download = useSingleCall(['admin-export', month], {
    mutationFn: (endpoint: (typeof files)[number][1]) => callAsAdmin.payment(endpoint, { params: { month } }),
    onSuccess: (file) => {
      saveFile(file);
      toast.success(words.saved);
    },
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-1">
      <span className="font-semibold">{name}</span>
      <span className="flex flex-wrap gap-2 max-sm:-ml-4">
        {files.map(([label, endpoint]) => (
          <Button
            key={label}
            variant="quiet"
            size="small"
            aria-label={words.download(label, name)}
            isBusy={download.isPending && download.variables === endpoint}
            onClick={() => download.mutate(endpoint)}
          >
            <Download aria-hidden="true" className="size-4.5" />
            {label}
          </Button>
        ))}
      </span>
    </li>
  );
}

export function Component() {
  const read = useAdminRead('payment', listMonthsAsAdmin);
  return (
    <AdminPage title={adminWords.screens.exports}>
      <p className="mb-4 max-w-prose text-cocoa-2">{words.text}</p>
      <ReadPart read={read}>
        {(months) =>
          months.length === 0 ? (
            <EmptyState {...words.empty} />
          ) : (
            <ul
              aria-label={words.months}
              className="max-w-2xl divide-y divide-line rounded-card border border-line bg-surface"
            >
              {months.map((month) => (
                <MonthRow key={month} month={month} />
              ))}
            </ul>
          )
        }
      </ReadPart>
    </AdminPage>
  );
}
