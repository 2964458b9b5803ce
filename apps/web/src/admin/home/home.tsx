import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { readIdentityWorkAsAdmin } from '@app/contracts/identity/admin-work.ts';
import { readPaymentWorkAsAdmin } from '@app/contracts/payment/admin-work.ts';
import { readProjectWorkAsAdmin } from '@app/contracts/project/admin-work.ts';
import { cedis } from '@app/words/cedis.ts';
import { adminHomeWords as words } from '@app/words/admin-home.ts';
import { adminWords } from '@app/words/admin.ts';
import { thousands } from '@app/words/thousands.ts';
import { useOutletContext } from 'react-router';
import { failureMessage } from '../../api/failure.ts';
import { TimeAgo } from '../../product/time-ago.tsx';
import { FailedState, Loading, Skeleton } from '../../ui/states.tsx';
import { AdminPage } from '../admin-page.tsx';
import { type AdminColumn, AdminTable } from '../admin-table.tsx';
import { useAdminRead } from '../call-admin.ts';

type Kind = keyof typeof words.waiting;

interface Waiting {
  kind: Kind;
  count: number;
  oldestAt: string | null;
}

/** The screen for each kind of work. */
const places: Readonly<Partial<Record<Kind, string>>> = {
  COMPANY: '/companies?state=PENDING',
  DISPUTE: '/disputes',
  SURVEY_APPEAL: '/disputes',
  REPORT: '/reports',
  PAYMENT_IN_REVIEW: '/payments',
  UNFUNDED_PAYMENT: '/payments?group=UNFUNDED',
  PAUSE: '/providers',
  DIFFERENCE: '/providers',
  IDENTITY_DEAD_LETTER: '/dead-letters?service=identity',
  PROJECT_DEAD_LETTER: '/dead-letters?service=project',
  PAYMENT_DEAD_LETTER: '/dead-letters?service=payment',
};

/** Returns undefined if the roles of the admin do not allow this screen. */
function useWorkPlace() {
  const mayOpen = useOutletContext<(path: string) => boolean>();
  return (kind: Kind) => {
    const place = places[kind];
    return place && mayOpen(place.split('?', 1)[0] ?? '') ? place : undefined;
  };
}

const waitingColumns: readonly AdminColumn<Waiting>[] = [
  { name: words.what, show: ({ kind }) => words.waiting[kind] },
  { name: words.count, show: ({ count }) => count, isNumber: true },
  { name: words.oldest, show: ({ oldestAt }) => oldestAt !== null && <TimeAgo at={oldestAt} /> },
];

const deliveryColumns: readonly AdminColumn<ReplyOf<typeof readIdentityWorkAsAdmin>['deliveries'][number]>[] =
  [
    { name: words.channel, show: ({ channel }) => words.channels[channel] },
    { name: words.sent, show: ({ sent }) => thousands(sent), isNumber: true },
    { name: words.failed, show: ({ failed }) => thousands(failed), isNumber: true },
  ];

const floatColumns: readonly AdminColumn<ReplyOf<typeof readPaymentWorkAsAdmin>['floats'][number]>[] = [
  { name: words.provider, show: ({ provider }) => words.providers[provider] },
  { name: words.balance, show: ({ pesewas }) => cedis(pesewas), isNumber: true },
  { name: words.needed, show: ({ neededInPesewas }) => cedis(neededInPesewas), isNumber: true },
  { name: words.readAt, show: ({ readAt }) => <TimeAgo at={readAt} /> },
];

export function Component() {
  const identity = useAdminRead('identity', readIdentityWorkAsAdmin);
  const project = useAdminRead('project', readProjectWorkAsAdmin);
  const payment = useAdminRead('payment', readPaymentWorkAsAdmin);
  const workPlace = useWorkPlace();
  const reads = [identity, project, payment];
  const failed = reads.find(({ isError }) => isError);
  const all: Waiting[] = reads.flatMap(({ data }): Waiting[] => data?.waiting ?? []);
  const waiting = all.filter(({ count }) => count > 0);
  const retry = () => {
    for (const read of reads) if (read.isError) void read.refetch();
  };
  return (
    <AdminPage title={adminWords.screens.home}>
      <div className="flex flex-col gap-8">
        {failed && (
          <FailedState text={failureMessage(failed.error)} onRetry={retry} isRetrying={failed.isFetching} />
        )}
        <section>
          <h2 className="mb-3">{words.waitingHeading}</h2>
          {reads.some(({ isPending }) => isPending) && (
            <Loading>
              <Skeleton className="h-40 w-full" />
            </Loading>
          )}
          {waiting.length > 0 && (
            <AdminTable
              label={words.waitingHeading}
              rows={waiting}
              rowKey={({ kind }) => kind}
              linkTo={({ kind }) => workPlace(kind)}
              columns={waitingColumns}
            />
          )}
          {waiting.length === 0 && reads.every(({ isSuccess }) => isSuccess) && <p>{words.nothingWaits}</p>}
        </section>
        {identity.data && (
          <section>
            <h2 className="mb-3">{words.deliveriesHeading}</h2>
            <AdminTable
              label={words.deliveriesHeading}
              rows={identity.data.deliveries}
              rowKey={({ channel }) => channel}
              columns={deliveryColumns}
            />
          </section>
        )}
        {payment.data && payment.data.floats.length > 0 && (
          <section>
            <h2 className="mb-3">{words.floatsHeading}</h2>
            <AdminTable
              label={words.floatsHeading}
              rows={payment.data.floats}
              rowKey={({ provider }) => provider}
              columns={floatColumns}
            />
          </section>
        )}
      </div>
    </AdminPage>
  );
}
