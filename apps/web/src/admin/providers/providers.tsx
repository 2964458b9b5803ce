import type { ReplyOf } from '@app/contracts/endpoint.ts';
import {
  changeProviderAsAdmin,
  listDifferencesAsAdmin,
  readBalancesAsAdmin,
} from '@app/contracts/payment/admin-payments.ts';
import { adminHomeWords } from '@app/words/admin-home.ts';
import { adminProviderWords as words } from '@app/words/admin-payments.ts';
import { adminWords } from '@app/words/admin.ts';
import { cedis } from '@app/words/cedis.ts';
import { useState } from 'react';
import { exactTime } from '../../format/exact-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { AdminList } from '../admin-list.tsx';
import { AdminPage } from '../admin-page.tsx';
import { callAsAdmin, useAdminRead } from '../call-admin.ts';
import { ReadPart } from '../read-part.tsx';

type Balance = ReplyOf<typeof readBalancesAsAdmin>[number];
type Change = 'PAUSE' | 'RESUME' | 'SETTLE';

/** Returns undefined if the provider does not answer. */
const differenceOf = ({ ownInPesewas, ledgerInPesewas }: Balance) =>
  ownInPesewas === null ? undefined : ownInPesewas - ledgerInPesewas;

const signed = (pesewas: number) => `${pesewas < 0 ? '−' : ''}${cedis(Math.abs(pesewas))}`;

function ChangeDialog({
  balance,
  change,
  onClose,
}: {
  balance: Balance;
  change: Change;
  onClose: () => void;
}) {
  const name = adminHomeWords.providers[balance.provider];
  const difference = differenceOf(balance) ?? 0;
  const texts = {
    PAUSE: [words.pauseTitle(name), words.pause, words.pauseText, words.isPaused],
    RESUME: [words.resumeTitle(name), words.resume, words.resumeText, words.isResumed],
    SETTLE: [words.settleTitle(name), words.settle, words.settleText(signed(difference)), words.isSettled],
  } as const;
  const bodies = {
    PAUSE: { change: 'PAUSE' },
    RESUME: { change: 'RESUME', since: balance.pause?.since ?? '' },
    SETTLE: { change: 'SETTLE', differenceInPesewas: difference },
  } as const;
  const [title, confirm, text, done] = texts[change];
  return (
    <ActionDialog
      title={title}
      confirm={confirm}
      onConfirm={(_, idempotencyKey) =>
        callAsAdmin.payment(changeProviderAsAdmin, {
          params: { provider: balance.provider },
          body: bodies[change],
          idempotencyKey,
        })
      }
      successText={done}
      onClose={onClose}
    >
      <p>{text}</p>
    </ActionDialog>
  );
}

function ProviderCard({ balance, onChange }: { balance: Balance; onChange: (change: Change) => void }) {
  const { provider, isConfigured, ledgerInPesewas, inTransitInPesewas, ownInPesewas, said, pause } = balance;
  const difference = differenceOf(balance);
  const own = isConfigured ? words.silent(said ?? '') : words.notAsked;
  return (
    <Card className="flex flex-col justify-between gap-4">
      <div>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-lg">{adminHomeWords.providers[provider]}</h2>
          {pause ? (
            <Badge tone="bad">
              {words.paused(words.reasons[pause.reason] ?? pause.reason, exactTime(pause.since))}
            </Badge>
          ) : (
            isConfigured && <Badge tone="good">{words.sending}</Badge>
          )}
        </div>
        <DetailList
          details={[
            { name: words.ledger, value: signed(ledgerInPesewas) },
            { name: words.own, value: ownInPesewas === null ? own : cedis(ownInPesewas) },
            ...(difference === undefined
              ? []
              : [
                  {
                    name: words.difference,
                    value: difference === 0 ? words.noDifference : signed(difference),
                  },
                ]),
            { name: words.inTransit, value: signed(inTransitInPesewas) },
          ]}
        />
        {difference !== undefined && difference !== 0 && inTransitInPesewas > 0 && (
          <p className="text-sm text-cocoa-2">{words.inTransitHint}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {pause ? (
          <Button variant="secondary" size="small" onClick={() => onChange('RESUME')}>
            {words.resume}
          </Button>
        ) : (
          isConfigured && (
            <Button variant="secondary" size="small" onClick={() => onChange('PAUSE')}>
              {words.pause}
            </Button>
          )
        )}
        {difference !== undefined && difference !== 0 && inTransitInPesewas === 0 && (
          <Button variant="secondary" size="small" onClick={() => onChange('SETTLE')}>
            {words.settle}
          </Button>
        )}
      </div>
    </Card>
  );
}

export function Component() {
  const read = useAdminRead('payment', readBalancesAsAdmin);
  const [opened, setOpened] = useState<{ balance: Balance; change: Change }>();
  return (
    <AdminPage title={adminWords.screens.providers}>
      <ReadPart read={read}>
        {(balances) => (
          <div className="grid gap-4 lg:grid-cols-2">
            {balances.map((balance) => (
              <ProviderCard
                key={balance.provider}
                balance={balance}
                onChange={(change) => setOpened({ balance, change })}
              />
            ))}
          </div>
        )}
      </ReadPart>
      <h2 className="mt-8 mb-3 text-xl">{words.differences}</h2>
      <AdminList
        service="payment"
        endpoint={listDifferencesAsAdmin}
        label={words.differences}
        columns={[
          { name: words.columns.kind, show: ({ kind }) => words.kinds[kind] ?? kind },
          { name: words.columns.subject, show: ({ subject }) => subject },
          { name: words.columns.ours, show: ({ ours }) => ours },
          { name: words.columns.theirs, show: ({ theirs }) => theirs },
          { name: words.columns.foundAt, show: ({ foundAt }) => exactTime(foundAt) },
        ]}
        rowKey={({ kind, subject }) => `${kind} ${subject}`}
        empty={words.empty}
      />
      {opened && <ChangeDialog {...opened} onClose={() => setOpened(undefined)} />}
    </AdminPage>
  );
}
