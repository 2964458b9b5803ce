import { readPersonAsAdmin } from '@app/contracts/identity/admin-people.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { readPersonInPaymentAsAdmin } from '@app/contracts/payment/admin-people.ts';
import { readPersonInProjectAsAdmin } from '@app/contracts/project/admin-people.ts';
import { APPLICATION_STATUSES } from '@app/contracts/project/application-choices.ts';
import { adminPeopleWords as words } from '@app/words/admin-people.ts';
import { cedis } from '@app/words/cedis.ts';
import { choiceWords } from '@app/words/choices.ts';
import { adminWords } from '@app/words/admin.ts';
import { ownPaymentStateWords } from '@app/words/payout-states.ts';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { shortDate } from '../../format/dates.ts';
import { exactTime } from '../../format/exact-time.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { type Detail, DetailList } from '../../ui/detail-list.tsx';
import { cellLinkClass } from '../links.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useAdminRead } from '../call-admin.ts';
import { ReadPart } from '../read-part.tsx';
import { RecordPage } from '../record-page.tsx';
import { useAdminSession } from '../session.ts';
import { Deletion } from './deletion.tsx';
import { PersonActs } from './person-acts.tsx';
import { PersonStateBadge } from './person-state.tsx';

type Person = ReplyOf<typeof readPersonAsAdmin>;

const back = { to: '/people', label: adminWords.screens.people };

function accountDetails(person: Person): Detail[] {
  const { suspendedAt, suspendReason, profile } = person;
  const waysIn = [person.hasPassword && words.password, person.hasGoogle && words.google].filter(Boolean);
  return [
    { name: words.columns.state, value: <PersonStateBadge state={person.state} /> },
    ...(suspendedAt
      ? [{ name: words.suspended, value: words.suspendedText(exactTime(suspendedAt), suspendReason ?? '') }]
      : []),
    { name: words.columns.role, value: words.roles[person.role] },
    { name: words.columns.email, value: person.email },
    { name: words.number, value: person.provenNumber ?? adminWords.none },
    ...(profile
      ? [
          { name: words.dateOfBirth, value: shortDate(profile.dateOfBirth) },
          { name: words.gender, value: choiceWords.gender[profile.gender as 'MALE'] },
        ]
      : []),
    ...(person.companyName === null
      ? []
      : [
          {
            name: words.company,
            value: (
              <Link to={`/companies/${person.userId}`} className={cellLinkClass}>
                {person.companyName}
              </Link>
            ),
          },
        ]),
    { name: words.waysIn, value: waysIn.join(', ') || adminWords.none },
    { name: words.devices, value: words.devicesText(person.sessions, person.pushDevices) },
    { name: words.columns.registeredAt, value: shortDate(person.registeredAt) },
    { name: words.lastActive, value: shortDate(person.lastActiveOn) },
    { name: words.id, value: <span className="font-normal">{person.userId}</span> },
  ];
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </Card>
  );
}

const PAYMENTS_SHOWN = 10;

function Payments({ userId }: { userId: string }) {
  const query = { page: '0', size: String(PAYMENTS_SHOWN) };
  const read = useAdminRead('payment', readPersonInPaymentAsAdmin, { params: { userId }, query });
  return (
    <Section title={words.payments}>
      <ReadPart read={read}>
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <p className="text-cocoa-2">{words.noPayments}</p>
          ) : (
            <>
              {totalElements > content.length && (
                <p className="text-sm text-cocoa-2">{words.paymentsShown(content.length)}</p>
              )}
              <DetailList
                details={content.map((payout) => ({
                  name: shortDate(payout.createdAt),
                  value: (
                    <>
                      <span className="figures">{cedis(payout.amountInPesewas)}</span>
                      {` · ${ownPaymentStateWords[payout.state]}`}
                      <span className="block text-sm font-normal text-cocoa-2">
                        {[words.paymentKinds[payout.kind], payout.walletHint].filter(Boolean).join(' · ')}
                      </span>
                    </>
                  ),
                }))}
              />
            </>
          )
        }
      </ReadPart>
    </Section>
  );
}

function Applications({ userId }: { userId: string }) {
  const read = useAdminRead('project', readPersonInProjectAsAdmin, { params: { userId } });
  return (
    <Section title={words.applications}>
      <ReadPart read={read}>
        {({ applications }) => (
          <DetailList
            details={APPLICATION_STATUSES.map((status) => ({
              name: words.applicationStates[status],
              value: <span className="figures">{applications[status]}</span>,
            }))}
          />
        )}
      </ReadPart>
    </Section>
  );
}

function Look({ person }: { person: Person }) {
  const isAdmin = useAdminSession()?.roles.includes('ADMIN') ?? false;
  const { userId } = person;
  return (
    <>
      {person.isEmailRefused && (
        <Banner tone="bad" className="mb-4">
          {words.emailRefused}
        </Banner>
      )}
      {person.isPasswordLocked && (
        <Banner tone="bad" className="mb-4">
          {words.locked}
        </Banner>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Section title={words.account}>
          <DetailList details={accountDetails(person)} />
        </Section>
        <div className="grid gap-4">
          {person.role === 'PARTICIPANT' && <Applications userId={userId} />}
          <Payments userId={userId} />
          <Section title={words.more}>
            <div className="flex flex-wrap gap-x-6">
              <Link to={`/deliveries?userId=${userId}`} className={cellLinkClass}>
                {words.deliveries}
              </Link>
              {isAdmin && (
                <Link to={`/audit?userId=${userId}`} className={cellLinkClass}>
                  {words.audit}
                </Link>
              )}
            </div>
          </Section>
          {isAdmin && <Deletion person={person} />}
        </div>
      </div>
    </>
  );
}

export function Component() {
  const { userId = '' } = useParams();
  const read = useAdminRead('identity', readPersonAsAdmin, { params: { userId } });
  return (
    <RecordPage read={read} back={back}>
      {(person) => (
        <AdminPage title={person.name} back={back} actions={<PersonActs person={person} />}>
          <Look person={person} />
        </AdminPage>
      )}
    </RecordPage>
  );
}
