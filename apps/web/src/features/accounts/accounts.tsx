import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { accountMessages as words } from '@app/contracts/messages/accounts.ts';
import { shellMessages } from '@app/contracts/messages/shell.ts';
import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { logOut } from '../../app/log-out.ts';
import { screens } from '../../app/screens.ts';
import { useUser } from '../../app/session.ts';
import { titled } from '../../app/title.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { readiness } from './readiness.ts';

export const meta = () => titled(words.heading);
export const handle = screens.accounts;

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-3 sm:flex sm:gap-4">
      <dt className="shrink-0 text-sm text-cocoa-3 sm:w-36 sm:pt-0.5">{name}</dt>
      <dd className="min-w-0 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

function Details({ user }: { user: SignedInUser }) {
  const { name, tone, text, next } = readiness(user);
  return (
    <Card>
      <h2>{words.detailsHeading}</h2>
      <dl className="mt-2 divide-y divide-line">
        <Row name={words.name}>
          {user.firstName} {user.lastName}
        </Row>
        <Row name={words.email}>{user.email}</Row>
        <Row name={words.role}>{words.roles[user.role]}</Row>
        <Row name={name}>
          <Badge tone={tone}>{text}</Badge>
        </Row>
      </dl>
      {next && (
        <LinkButton to={next.to} className="mt-3">
          {next.label}
        </LinkButton>
      )}
    </Card>
  );
}

export default function Accounts() {
  const user = useUser();
  const [isLeaving, setIsLeaving] = useState(false);
  if (user === null) return null;
  function leave() {
    setIsLeaving(true);
    void logOut();
  }
  return (
    <div className="flex max-w-stage flex-col gap-4">
      <h1 className="mb-2">{words.heading}</h1>
      <Details user={user} />
      <Card>
        <h2>{words.moneyHeading}</h2>
        <p className="figures mt-3 font-display text-3xl font-heavy">{shellMessages.wallet}</p>
        <p className="mt-2 max-w-text text-cocoa-2">{words.moneyText}</p>
        <p className="mt-2 max-w-text text-cocoa-2">
          {user.role === 'PARTICIPANT' ? words.moneyParticipant : words.moneyResearcher}
        </p>
      </Card>
      <Card>
        <h2>{words.sessionHeading}</h2>
        <p className="mt-2 max-w-text text-cocoa-2">{words.sessionText}</p>
        <Button variant="secondary" className="mt-4" onClick={leave} isBusy={isLeaving}>
          <LogOut aria-hidden="true" className="size-5" />
          {words.logOut}
        </Button>
      </Card>
    </div>
  );
}
