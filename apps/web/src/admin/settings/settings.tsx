import { readIdentitySettingsAsAdmin } from '@app/contracts/identity/admin-work.ts';
import { readPaymentSettingsAsAdmin } from '@app/contracts/payment/admin-work.ts';
import { adminSettingsWords as words } from '@app/words/admin-settings.ts';
import { adminWords } from '@app/words/admin.ts';
import { cedis } from '@app/words/cedis.ts';
import { thousands } from '@app/words/thousands.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { adminKey } from '../../api/keys.ts';
import { Card } from '../../ui/card.tsx';
import { type Detail, DetailList } from '../../ui/detail-list.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useAdminRead } from '../call-admin.ts';
import { ReadPart } from '../read-part.tsx';

const BUILD_FILE = '/build.json';
const SHORT_COMMIT = 8;
type Build = Record<'version' | 'commit' | 'schema', string>;

/** The host writes this file, since no service knows the version of the whole. */
async function readBuild(): Promise<Build> {
  const response = await fetch(BUILD_FILE);
  if (!response.ok) throw new Error(`${BUILD_FILE}: ${response.status}`);
  return (await response.json()) as Build;
}

const buildDetails = ({ version, commit, schema }: Build): Detail[] => [
  { name: words.version, value: version },
  { name: words.commit, value: <span title={commit}>{commit.slice(0, SHORT_COMMIT)}</span> },
  { name: words.schema, value: schema },
];

const yesOrNo = (is: boolean) => (is ? words.configured : words.notConfigured);

interface SettingsCardProps<Data> {
  title: string;
  read: UseQueryResult<Data>;
  details: (data: Data) => readonly Detail[];
}

function SettingsCard<Data>({ title, read, details }: SettingsCardProps<Data>) {
  return (
    <Card>
      <h2 className="mb-2">{title}</h2>
      <ReadPart read={read}>{(data) => <DetailList details={details(data)} />}</ReadPart>
    </Card>
  );
}

export function Component() {
  return (
    <AdminPage title={adminWords.screens.settings}>
      <p className="mb-5 max-w-text text-cocoa-2">{words.intro}</p>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <SettingsCard
          title={words.version}
          read={useQuery({ queryKey: adminKey(BUILD_FILE), queryFn: readBuild })}
          details={buildDetails}
        />
        <SettingsCard
          title={words.channels}
          read={useAdminRead('identity', readIdentitySettingsAsAdmin)}
          details={(identity) => [
            { name: words.adminEmails, value: identity.adminEmails },
            { name: words.texts, value: words.gateways[identity.textGateway] },
            { name: words.textsPerDay, value: thousands(identity.textsPerDay) },
            { name: words.ussd, value: words.gateways[identity.ussdGateway] },
            { name: words.push, value: yesOrNo(identity.hasPush) },
            { name: words.google, value: yesOrNo(identity.hasGoogle) },
          ]}
        />
        <SettingsCard
          title={words.payments}
          read={useAdminRead('payment', readPaymentSettingsAsAdmin)}
          details={(payment) => [
            {
              name: words.providers,
              value: payment.providers.map((name) => words.gateways[name]).join(', ') || words.notConfigured,
            },
            { name: words.mtnWalletsVia, value: words.gateways[payment.mtnWalletsVia] },
            { name: words.payoutsPerDay, value: cedis(payment.payoutsPerDayInPesewas) },
            { name: words.perPersonPerDay, value: cedis(payment.perPersonPerDayInPesewas) },
            { name: words.perResearcherPerDay, value: cedis(payment.perResearcherPerDayInPesewas) },
          ]}
        />
      </div>
    </AdminPage>
  );
}
