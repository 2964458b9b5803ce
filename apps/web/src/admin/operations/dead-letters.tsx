import type { AdminOperations } from '@app/contracts/admin-operations.ts';
import type { ReplyOf, ServiceName } from '@app/contracts/endpoint.ts';
import { adminOperationWords as words } from '@app/words/admin-operations.ts';
import { adminWords } from '@app/words/admin.ts';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { TimeAgo } from '../../product/time-ago.tsx';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { AdminList } from '../admin-list.tsx';
import type { AdminColumn } from '../admin-table.tsx';
import { PersonLink, cellLinkClass } from '../links.tsx';
import { AdminPage } from '../admin-page.tsx';
import { callAsAdmin } from '../call-admin.ts';
import { codeText } from '../code-text.ts';
import { ServiceLinks, useChosenService } from './services.tsx';

type DeadLetter = ReplyOf<AdminOperations['listDeadLettersAsAdmin']>['content'][number];
interface Retried {
  title: string;
  body: { id: string } | { queue: string };
}

const inAddress = (service: ServiceName, queue?: string) =>
  new URLSearchParams({ service, ...(queue !== undefined && { queue }) }).toString();

const columns = (service: ServiceName, setRetried: (what: Retried) => void): AdminColumn<DeadLetter>[] => [
  {
    name: words.deadLetterColumns.queue,
    show: (row) => (
      <Link to={{ search: inAddress(service, row.queue) }} className={cellLinkClass}>
        {row.queue}
      </Link>
    ),
  },
  { name: words.deadLetterColumns.since, show: ({ since }) => <TimeAgo at={since} /> },
  { name: words.deadLetterColumns.kind, show: ({ kind }) => kind !== null && codeText(kind) },
  {
    name: words.deadLetterColumns.person,
    show: ({ userId }) => userId !== null && <PersonLink id={userId}>{words.person}</PersonLink>,
  },
  {
    name: words.deadLetterColumns.act,
    show: ({ id, queue: of }) => (
      <button
        type="button"
        className={cellLinkClass}
        onClick={() => setRetried({ title: words.retryOne(of), body: { id } })}
      >
        {words.retry} <span className="sr-only">{of}</span>
      </button>
    ),
  },
];

export function Component() {
  const { service, calls } = useChosenService();
  const [address] = useSearchParams();
  const queue = address.get('queue');
  const [retried, setRetried] = useState<Retried>();
  return (
    <AdminPage title={adminWords.screens.deadLetters}>
      <p className="mb-4 text-cocoa-2">{words.deadLettersText}</p>
      <ServiceLinks />
      {queue !== null && (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>
            {words.oneQueue(queue)}{' '}
            <Link to={{ search: inAddress(service) }} className={cellLinkClass}>
              {words.allQueues}
            </Link>
          </p>
          <Button
            size="small"
            onClick={() => setRetried({ title: words.retryAllTitle(queue), body: { queue } })}
          >
            {words.retryAll(queue)}
          </Button>
        </div>
      )}
      <AdminList
        service={service}
        endpoint={calls.listDeadLettersAsAdmin}
        label={adminWords.screens.deadLetters}
        {...(queue !== null && { fixed: { queue } })}
        columns={columns(service, setRetried)}
        rowKey={({ id }) => id}
        empty={words.noDeadLetters}
      />
      {retried && (
        <ActionDialog
          title={retried.title}
          confirm={words.retry}
          onConfirm={(_, idempotencyKey) =>
            callAsAdmin[service](calls.retryDeadLettersAsAdmin, { body: retried.body, idempotencyKey })
          }
          successText={words.retried}
          onClose={() => setRetried(undefined)}
        >
          <p>{words.retryText}</p>
        </ActionDialog>
      )}
    </AdminPage>
  );
}
