import { readIdentitySettingsAsAdmin } from '@app/contracts/identity/admin-work.ts';
import { readPaymentSettingsAsAdmin } from '@app/contracts/payment/admin-work.ts';
import { adminSettingsWords as words } from '@app/words/admin-settings.ts';
import { adminWords } from '@app/words/admin.ts';
import { cedis } from '@app/words/cedis.ts';
import { thousands } from '@app/words/thousands.ts';
import { useQuery } from '@tanstack/react-query';
import { failureMessage } from '../../api/failure.ts';
import { adminKey } from '../../api/keys.ts';
import { Card } from '../../ui/card.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { FailedState, Loading, Skeleton } from '../../ui/states.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useAdminRead } from '../call-admin.ts';

const BUILD_FILE = '/build.json';
type Build = Record<'version' | 'commit' | 'schema', string>;

/** The host writes this file, since no service knows the version of the whole. */
async function readBuild(): Promise<Build> {
  const response = await fetch(BUILD_FILE);
  return (await response.json()) as Build;
}

const yesOrNo = (is: boolean) => (is ? words.configured : words.notConfigured);

function useSections() {
  const build = useQuery({ queryKey: adminKey(BUILD_FILE), queryFn: readBuild });
  const identity = useAdminRead('identity', readIdentitySettingsAsAdmin);
  const payment = useAdminRead('payment', readPaymentSettingsAsAdmin);
  const sections = [
    build.data && {
      title: words.version,
      details: [
        { name: words.version, value: build.data.version },
        { name: words.commit, value: build.data.commit },
        { name: words.schema, value: build.data.schema },
      ],
    },
    identity.data && {
      title: words.channels,
      details: [
        { name: words.adminEmails, value: identity.data.adminEmails },
        { name: words.texts, value: words.gateways[identity.data.textGateway] },
        { name: words.textsPerDay, value: thousands(identity.data.textsPerDay) },
        { name: words.ussd, value: words.gateways[identity.data.ussdGateway] },
        { name: words.push, value: yesOrNo(identity.data.hasPush) },
        { name: words.google, value: yesOrNo(identity.data.hasGoogle) },
      ],
    },
    payment.data && {
      title: words.payments,
      details: [
        {
          name: words.providers,
          value: payment.data.providers.map((name) => words.gateways[name]).join(', ') || words.notConfigured,
        },
        { name: words.mtnWalletsVia, value: words.gateways[payment.data.mtnWalletsVia] },
        { name: words.payoutsPerDay, value: cedis(payment.data.payoutsPerDayInPesewas) },
        { name: words.perPersonPerDay, value: cedis(payment.data.perPersonPerDayInPesewas) },
        { name: words.perResearcherPerDay, value: cedis(payment.data.perResearcherPerDayInPesewas) },
      ],
    },
  ].filter((section) => section !== undefined);
  return { sections, reads: [build, identity, payment] };
}

export function Component() {
  const { sections, reads } = useSections();
  const failed = reads.find(({ isError }) => isError);
  return (
    <AdminPage title={adminWords.screens.settings}>
      <p className="mb-5 max-w-text text-cocoa-2">{words.intro}</p>
      {failed && (
        <FailedState
          text={failureMessage(failed.error)}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      )}
      {reads.some(({ isPending }) => isPending) && (
        <Loading>
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {sections.map(({ title, details }) => (
          <Card key={title}>
            <h2 className="mb-2">{title}</h2>
            <DetailList details={details} />
          </Card>
        ))}
      </div>
    </AdminPage>
  );
}
