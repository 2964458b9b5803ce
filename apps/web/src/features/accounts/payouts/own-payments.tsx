import { accountWords as words } from '@app/words/accounts.ts';
import { cedis } from '@app/words/cedis.ts';
import type { SentUserInformation } from '@app/contracts/identity/profiles.ts';
import type { Payout } from '@app/contracts/payment/payouts.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { ownBookings } from '../../../api/own-bookings.ts';
import { ownPayments } from '../../../api/own-payments.ts';
import { NetworkName } from '../../../product/network-name.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../loaded.tsx';
import { Payment } from './payment.tsx';
import { StatementLinks } from './statement-links.tsx';

const paymentRank = ({ state }: Payout) => {
  if (state === 'ACTION_NEEDED') return 0;
  return state === 'SUCCEEDED' ? 2 : 1;
};

interface OwnPaymentsProps {
  userId: string;
  account: SentUserInformation['payment'];
  memberSince: string;
  renderForm: (close: () => void) => ReactNode;
}

export function OwnPayments({ userId, account, memberSince, renderForm }: OwnPaymentsProps) {
  const payments = useQuery(ownPayments(userId));
  const bookings = useQuery({ ...ownBookings(userId), enabled: (payments.data?.length ?? 0) > 0 });
  const list = useRef<HTMLUListElement>(null);
  const all = payments.data?.map(({ state }) => state).join();
  useEffect(() => {
    if (all && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [all]);
  const names = new Map(bookings.data?.map(({ studyId, study }) => [studyId, study.publicName]));
  return (
    <Loaded query={payments} rows={3}>
      {(own) => {
        const paid = own.filter(({ state }) => state === 'SUCCEEDED');
        const sum = paid.reduce((total, { amountInPesewas }) => total + amountInPesewas, 0);
        return (
          <Card className="mt-4">
            <h3 className="mb-2">{words.paymentsHeading}</h3>
            {paid.length === 0 && (
              <NetworkName
                className="mb-3"
                userId={userId}
                account={[account.provider, account.phoneNumber, account.accountName]}
              />
            )}
            {own.length === 0 && <p className="max-w-text text-cocoa-2">{words.paymentsEmpty}</p>}
            {paid.length > 0 && (
              <div className="mb-3">
                <p className="text-sm text-cocoa-3">{words.paidToYou}</p>
                <p className="figures font-display text-3xl font-heavy">{cedis(sum)}</p>
                <p className="text-sm text-cocoa-2">{words.paidToYouText(paid.length)}</p>
              </div>
            )}
            {own.length > 0 && (
              <ul
                ref={list}
                tabIndex={-1}
                aria-label={words.paymentsHeading}
                className="divide-y divide-line border-t border-line focus:unmarked"
              >
                {own
                  .toSorted((one, other) => paymentRank(one) - paymentRank(other))
                  .map((payment) => (
                    <Payment
                      key={payment.id}
                      payment={payment}
                      study={names.get(payment.studyId) ?? words.aStudy}
                      userId={userId}
                      renderForm={renderForm}
                    />
                  ))}
              </ul>
            )}
            {own.length > 0 && <StatementLinks since={memberSince} />}
          </Card>
        );
      }}
    </Loaded>
  );
}
