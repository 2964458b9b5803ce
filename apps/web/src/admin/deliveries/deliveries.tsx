import type { ReplyOf } from '@app/contracts/endpoint.ts';
import {
  DELIVERY_STATES,
  DELIVERY_CHANNELS,
  listDeliveriesAsAdmin,
} from '@app/contracts/identity/admin-people.ts';
import { adminDeliveryWords as words } from '@app/words/admin-deliveries.ts';
import { adminWords } from '@app/words/admin.ts';
import { Link, useSearchParams } from 'react-router';
import { TimeAgo } from '../../product/time-ago.tsx';
import { type BadgeTone, Badge } from '../../ui/badge.tsx';
import { AdminList } from '../admin-list.tsx';
import type { AdminColumn } from '../admin-table.tsx';
import { PersonLink, cellLinkClass } from '../links.tsx';
import { AdminPage } from '../admin-page.tsx';
import { codeText } from '../code-text.ts';

const tones: Partial<Record<(typeof DELIVERY_STATES)[number], BadgeTone>> = {
  DELIVERED: 'good',
  ENDED: 'good',
  FAILED: 'bad',
  UNKNOWN: 'waiting',
};

const columns: AdminColumn<ReplyOf<typeof listDeliveriesAsAdmin>['content'][number]>[] = [
  { name: words.columns.at, show: ({ at }) => <TimeAgo at={at} /> },
  {
    name: words.columns.to,
    show: ({ userId, email }) =>
      userId === null || email === null ? words.nobody : <PersonLink id={userId}>{email}</PersonLink>,
  },
  {
    name: words.columns.channel,
    show: ({ channel, gateway }) => (
      <span className="whitespace-nowrap">
        {gateway === null
          ? words.channels[channel]
          : words.byGateway(words.channels[channel], codeText(gateway))}
      </span>
    ),
  },
  { name: words.columns.kind, show: ({ kind }) => codeText(kind) },
  {
    name: words.columns.state,
    show: ({ state }) => (
      <Badge tone={tones[state] ?? 'plain'} className="whitespace-nowrap">
        {words.states[state]}
      </Badge>
    ),
  },
  { name: words.columns.reason, show: ({ reason }) => reason !== null && codeText(reason) },
];

export function Component() {
  const [address] = useSearchParams();
  const userId = address.get('userId');
  return (
    <AdminPage title={adminWords.screens.deliveries}>
      {userId !== null && (
        <p className="mb-3">
          {words.onePerson}{' '}
          <Link to="/deliveries" className={cellLinkClass}>
            {words.everyone}
          </Link>
        </p>
      )}
      <AdminList
        service="identity"
        endpoint={listDeliveriesAsAdmin}
        label={adminWords.screens.deliveries}
        filters={[
          {
            name: 'channel',
            label: words.channel,
            any: words.anyChannel,
            options: DELIVERY_CHANNELS.map((channel) => [channel, words.channels[channel]]),
          },
          {
            name: 'state',
            label: words.state,
            any: words.anyState,
            options: DELIVERY_STATES.map((state) => [state, words.states[state]]),
          },
        ]}
        {...(userId !== null && { fixed: { userId } })}
        columns={columns}
        rowKey={({ id }) => id}
        empty={words.empty}
      />
    </AdminPage>
  );
}
