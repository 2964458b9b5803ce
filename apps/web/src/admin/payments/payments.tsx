import {
  type OpenPayment,
  OPEN_PAYMENT_GROUPS,
  listPaymentsAsAdmin,
} from '@app/contracts/payment/admin-payments.ts';
import { adminHomeWords } from '@app/words/admin-home.ts';
import { adminPaymentWords as words } from '@app/words/admin-payments.ts';
import { adminWords } from '@app/words/admin.ts';
import { cedis } from '@app/words/cedis.ts';
import { useState } from 'react';
import { TimeAgo } from '../../product/time-ago.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { AdminList } from '../admin-list.tsx';
import { AdminPage } from '../admin-page.tsx';
import type { AdminColumn } from '../admin-table.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

const tones: Record<OpenPayment['group'], BadgeTone> = {
  REVIEW: 'bad',
  WALLET: 'waiting',
  UNFUNDED: 'waiting',
  FAILED: 'waiting',
  IN_TRANSIT: 'info',
  HELD: 'plain',
};

const { columns: names } = words;
const shown: AdminColumn<OpenPayment>[] = [
  { name: names.payment, show: ({ kind }) => words.kinds[kind] },
  {
    name: names.state,
    show: ({ group, why }) => (
      <>
        <Badge tone={tones[group]}>{words.groups[group]}</Badge>{' '}
        <span className="text-cocoa-2">{why && (words.whys[why] ?? why)}</span>
      </>
    ),
  },
  { name: names.amount, show: ({ amountInPesewas }) => cedis(amountInPesewas), isNumber: true },
  {
    name: names.account,
    show: ({ provider, walletHint }) =>
      [provider && adminHomeWords.providers[provider], walletHint].filter(Boolean).join(' '),
  },
  { name: names.since, show: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

const actionColumn = (open: (payment: OpenPayment) => void): AdminColumn<OpenPayment> => ({
  name: names.action,
  show: (row) => (
    <Button
      variant="secondary"
      size="small"
      className="lg:pointer-fine:min-h-7 lg:pointer-fine:py-0.5"
      aria-label={words.openOf(`${words.kinds[row.kind]} ${cedis(row.amountInPesewas)}`)}
      onClick={() => open(row)}
    >
      {words.open}
    </Button>
  ),
});

export function Component() {
  const [opened, setOpened] = useState<OpenPayment>();
  return (
    <AdminPage title={adminWords.screens.payments}>
      <AdminList
        service="payment"
        endpoint={listPaymentsAsAdmin}
        label={words.list}
        columns={[...shown, actionColumn(setOpened)]}
        rowKey={({ id }) => id}
        filters={[
          {
            name: 'group',
            label: words.filter,
            any: words.any,
            options: OPEN_PAYMENT_GROUPS.map((group) => [group, words.groups[group]]),
          },
        ]}
        empty={words.empty}
      />
      {opened && <PaymentDialog payment={opened} onClose={() => setOpened(undefined)} />}
    </AdminPage>
  );
}
