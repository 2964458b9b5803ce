import type { EndpointShape, Page, ServiceName } from '@app/contracts/endpoint.ts';
import { INPUT_MAX_LENGTH } from '@app/contracts/text.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { $ZodType, output } from 'zod/v4/core';
import type { CallArguments } from '../api/caller.ts';
import { failureMessage } from '../api/failure.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { FilterSelect } from '../ui/filter-select.tsx';
import { Pager, usePageNumber } from '../ui/pager.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyState, FailedState, Loading, Skeleton } from '../ui/states.tsx';
import { AdminTable, type AdminTableProps } from './admin-table.tsx';
import { adminRead } from './call-admin.ts';
import { readNewestSearch, useListAddress } from './use-list-address.ts';

const PAGE_SIZE = 50;

interface ListFilter {
  /** The filter's name in the address, and in the query of the call. */
  name: string;
  label: string;
  /** The label for the choice without a filter. */
  any: string;
  options: readonly (readonly [value: string, label: string])[];
}

type RowOf<E> = E extends { readonly page: infer S extends $ZodType } ? output<S> : never;

interface AdminListProps<E extends EndpointShape> extends Omit<AdminTableProps<RowOf<E>>, 'rows'> {
  service: ServiceName;
  /** A call whose answer is a page. */
  endpoint: E;
  filters?: readonly ListFilter[];
  /** For a call with `search` in its body. */
  search?: { label: string; hint: string };
  /** Fields of the query that are not in the address. */
  fixed?: Readonly<Record<string, string>>;
  empty: { title: string; text: string };
}

/** A list whose filters and page are in the address. Below 1024 px, its rows are stacked. */
export function AdminList<const E extends EndpointShape>(props: AdminListProps<E>) {
  const { service, endpoint, filters = [], search, fixed, empty } = props;
  const { address, search: searched, state } = useListAddress();
  const page = usePageNumber();
  const names = filters.map(({ name }) => name);
  const given = names.flatMap((name) => {
    const value = address.get(name)?.trim();
    return value ? [[name, value] as const] : [];
  });
  const query = { page, size: PAGE_SIZE, ...fixed, ...Object.fromEntries(given) };
  const input = { query, ...(search && { body: searched === '' ? {} : { search: searched } }) };
  const isNarrowed = given.length > 0 || searched !== '' || page > 0;
  const read = useQuery({
    ...adminRead(service, endpoint, ...([input] as unknown as CallArguments<E>)),
    placeholderData: keepPreviousData,
  });
  const found = read.data as Page<RowOf<E>> | undefined;
  return (
    <>
      <Filters filters={filters} {...(search && { search })} />
      {read.isPending && (
        <Loading>
          <Skeleton className="h-96 w-full" />
        </Loading>
      )}
      {read.isError && (
        <FailedState
          text={failureMessage(read.error)}
          onRetry={() => void read.refetch()}
          isRetrying={read.isFetching}
        />
      )}
      {found && !read.isError && (
        <div className={cx('transition-opacity', read.isPlaceholderData && 'opacity-60')}>
          <p role="status" className="mb-2 text-sm text-cocoa-2">
            {words.found(found.totalElements)}
          </p>
          {found.content.length > 0 && <AdminTable {...props} rows={found.content} />}
          {found.content.length === 0 && !isNarrowed && <EmptyState {...empty} />}
          {found.content.length === 0 && isNarrowed && <NothingFound names={names} />}
          <Pager number={page} totalPages={found.totalPages} state={state} />
        </div>
      )}
    </>
  );
}

function Filters({
  filters,
  search,
}: Required<Pick<AdminListProps<EndpointShape>, 'filters'>> & Pick<AdminListProps<EndpointShape>, 'search'>) {
  const { address, search: searched, change } = useListAddress();
  if (filters.length === 0 && !search) return null;
  return (
    <search className="mb-4 flex flex-wrap items-center gap-3">
      {search && (
        <SearchField
          {...search}
          drawn={searched}
          readNewest={readNewestSearch}
          longest={INPUT_MAX_LENGTH}
          onSearch={(text) => change({}, text)}
          className="w-full sm:w-80"
        />
      )}
      {filters.map(({ name, ...filter }) => (
        <FilterSelect
          key={name}
          {...filter}
          isLabelHidden
          value={address.get(name) ?? ''}
          onChange={(value) => change({ [name]: value }, readNewestSearch())}
        />
      ))}
    </search>
  );
}

function NothingFound({ names }: { names: readonly string[] }) {
  const { change } = useListAddress();
  const reset = () => change(Object.fromEntries(names.map((name) => [name, ''])), '', { replace: false });
  return (
    <EmptyState
      title={words.nothingFound}
      text={words.nothingFoundText}
      action={
        <Button variant="secondary" onClick={reset}>
          {words.showAll}
        </Button>
      }
    />
  );
}
