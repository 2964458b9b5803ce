import type { SignedInUser } from '@app/contracts/identity/person.ts';
import {
  exportStatement,
  exportStatementWorkbook,
  readStatement,
} from '@app/contracts/payment/statements.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { statementWords as words } from '@app/words/statements.ts';
import { useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { useParams } from 'react-router';
import { callPayment } from '../../api/call-payment.ts';
import { paymentKeys } from '../../api/keys.ts';
import { lastKnownData } from '../../api/last-known.ts';
import { LoadFailed } from '../../api/load-failed.tsx';
import { saveFile } from '../../api/save-file.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart, Loading, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

export const meta = () => pageMeta(words.title);
export const handle = screens.statement;

const Lines = lazyPart(async () => (await import('./lines.tsx')).Lines);

function YearStatement({ user, year }: { user: SignedInUser; year: string }) {
  const { userId, role, firstName, lastName } = user;
  const queryKey = paymentKeys.statement(userId, year);
  const statement = useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) => callPayment(readStatement, { params: { year } }, signal),
    refetchOnMount: 'always',
  });
  const download = useSingleCall(['statement', year], {
    mutationFn: (endpoint: typeof exportStatement | typeof exportStatementWorkbook) =>
      callPayment(endpoint, { params: { year } }),
    onSuccess: (file) => {
      saveFile(file);
      toast.success(words.saved);
    },
  });
  const files = [
    [words.download, exportStatement],
    [words.downloadWorkbook, exportStatementWorkbook],
  ] as const;
  return (
    <div className="max-w-stage">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <div data-statement>
          <h1>{words.heading(year)}</h1>
          <p className="mt-1 text-sm text-cocoa-2 wrap-anywhere">
            {words.of(`${firstName} ${lastName}`, statement.data?.company ?? null)} {words.text}
          </p>
        </div>
        {statement.data && statement.data.lines.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="small" onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-4.5" />
              {words.print}
            </Button>
            {files.map(([label, endpoint]) => (
              <Button
                key={label}
                variant="secondary"
                size="small"
                isBusy={download.isPending && download.variables === endpoint}
                onClick={() => download.mutate(endpoint)}
              >
                <Download aria-hidden="true" className="size-4.5" />
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {statement.data && <Lines lines={statement.data.lines} role={role} />}
      {!statement.data && statement.isError && (
        <LoadFailed
          error={statement.error}
          onRetry={() => void statement.refetch()}
          isRetrying={statement.isFetching}
          leave={{ to: paths.money, label: words.toAccounts }}
        />
      )}
      {!statement.data && !statement.isError && (
        <Loading>
          <Skeleton className="h-56" />
        </Loading>
      )}
    </div>
  );
}

export default function Statement() {
  const { year = '' } = useParams();
  const user = useUser();
  if (user === null) return null;
  return <YearStatement key={year} user={user} year={year} />;
}
