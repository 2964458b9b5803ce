import type { AdminOperations } from '@app/contracts/admin-operations.ts';
import type { ReplyOf, ServiceName } from '@app/contracts/endpoint.ts';
import { listAdminNamesAsAdmin } from '@app/contracts/identity/admins.ts';
import { auditEventWords } from '@app/words/admin-audit.ts';
import { adminOperationWords as words } from '@app/words/admin-operations.ts';
import { adminWords } from '@app/words/admin.ts';
import { partWords } from '@app/words/parts.ts';
import { useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { saveFile } from '../../api/save-file.ts';
import { exactTime } from '../../format/exact-time.ts';
import { SubmitButton, useSending } from '../../forms/form.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import type { Option } from '../../ui/options.ts';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { AdminList } from '../admin-list.tsx';
import type { AdminColumn } from '../admin-table.tsx';
import { PersonLink, cellLinkClass } from '../links.tsx';
import { AdminPage } from '../admin-page.tsx';
import { callAsAdmin, useAdminRead } from '../call-admin.ts';
import { ServiceLinks, useChosenService } from './services.tsx';

const FILTERS = ['userId', 'adminId', 'event', 'since', 'until'] as const;
const labels = {
  userId: words.personId,
  adminId: words.admin,
  event: words.event,
  since: words.since,
  until: words.until,
};
const isDay = (name: (typeof FILTERS)[number]) => name === 'since' || name === 'until';

/** The audit also contains removed admins, who are known only after the names are loaded. */
function useAdminNames() {
  const { data, isError } = useAdminRead('identity', listAdminNamesAsAdmin);
  const names = new Map(data?.map(({ adminId, name }) => [adminId, name]));
  const nameOf = (id: string) => {
    const end = id.slice(-8);
    if (data) return names.get(id) ?? words.removedAdmin(end);
    return isError ? end : undefined;
  };
  return { names, nameOf };
}

/** They would fill the screen of a phone. */
function FoldedFilters(props: Pick<FiltersProps, 'given'>) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        className="mb-4 sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {words.filters}
      </Button>
      <AuditFilters {...props} {...{ id, isOpen }} />
    </>
  );
}

interface FiltersProps {
  id: string;
  isOpen: boolean;
  given: Readonly<Record<string, string>>;
}

function AuditFilters({ id, isOpen, given }: FiltersProps) {
  const { names, nameOf } = useAdminNames();
  const [, setAddress] = useSearchParams();
  const { service } = useChosenService();
  const adminIds = new Set([...names.keys(), ...(given['adminId'] ? [given['adminId']] : [])]);
  const choices: Partial<Record<(typeof FILTERS)[number], Option[]>> = {
    adminId: [...adminIds].map((value) => ({ value, label: nameOf(value) ?? partWords.loading })),
    event: Object.entries({
      ...(given['event'] && { [given['event']]: given['event'] }),
      ...auditEventWords[service],
    })
      .map(([value, label]) => ({ value, label }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
  };
  return (
    <form
      id={id}
      role="search"
      className={cx('mb-4 grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-6', !isOpen && 'max-sm:hidden')}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [
          name,
          typeof value === 'string' ? value.trim() : '',
        ]);
        setAddress([
          ['service', service],
          ...(typed.filter(([, value]) => value !== '') as [string, string][]),
        ]);
      }}
    >
      {FILTERS.map((name) => {
        const field = { name, label: labels[name], defaultValue: given[name] ?? '' };
        // If the value in the address changes, the field starts again with it.
        const key = `${name} ${field.defaultValue}`;
        const options = choices[name];
        if (options) return <Select key={key} {...field} options={options} placeholder={words.any} />;
        return <TextInput key={key} {...field} type={isDay(name) ? 'date' : 'text'} />;
      })}
      <SubmitButton variant="secondary" isValid isPending={false}>
        {words.filter}
      </SubmitButton>
    </form>
  );
}

const eventName = (service: ServiceName, event: string) =>
  (auditEventWords[service] as Readonly<Record<string, string>>)[event] ?? event;

type Entry = ReplyOf<AdminOperations['listAuditAsAdmin']>['content'][number];

const columns = (service: ServiceName, nameOf: (id: string) => string | undefined): AdminColumn<Entry>[] => [
  { name: words.auditColumns.at, show: ({ at }) => exactTime(at) },
  { name: words.auditColumns.event, show: ({ event }) => eventName(service, event) },
  {
    name: words.auditColumns.person,
    show: ({ userId }) => userId !== null && <PersonLink id={userId}>{userId.slice(-8)}</PersonLink>,
  },
  {
    name: words.auditColumns.admin,
    show: ({ adminId }) => {
      if (adminId === null) return null;
      const name = nameOf(adminId);
      if (name === undefined) return <Skeleton className="h-4 w-24" />;
      return (
        <Link to={{ search: new URLSearchParams({ service, adminId }).toString() }} className={cellLinkClass}>
          {name}
        </Link>
      );
    },
  },
  { name: words.auditColumns.about, show: ({ about }) => about },
];

export function Component() {
  const { service, calls } = useChosenService();
  const { nameOf } = useAdminNames();
  const [address] = useSearchParams();
  const given: Record<string, string> = Object.fromEntries(
    FILTERS.flatMap((name) => (address.get(name) ? [[name, address.get(name)!]] : [])),
  );
  const { run, isPending } = useSending(async (query: Record<string, string>) =>
    saveFile(await callAsAdmin[service](calls.exportAuditAsAdmin, { query })),
  );
  return (
    <AdminPage
      title={adminWords.screens.audit}
      actions={
        <Button variant="secondary" size="small" isBusy={isPending} onClick={() => void run(given)}>
          {words.save}
        </Button>
      }
    >
      <p className="mb-4 text-cocoa-2">{words.auditText}</p>
      <ServiceLinks kept={FILTERS} />
      <FoldedFilters given={given} />
      <AdminList
        service={service}
        endpoint={calls.listAuditAsAdmin}
        label={adminWords.screens.audit}
        fixed={given}
        columns={columns(service, nameOf)}
        rowKey={({ id }) => id}
        empty={words.noAudit}
      />
    </AdminPage>
  );
}
