import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '../api/load-failed.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import { AdminPage } from './admin-page.tsx';

interface RecordPageProps<Data> {
  read: UseQueryResult<Data>;
  back: { to: string; label: string };
  children: (data: Data) => ReactNode;
}

/** A screen about one row of a list: until it is read, the name of the list. */
export function RecordPage<Data>({ read, back, children }: RecordPageProps<Data>) {
  if (read.data !== undefined) return children(read.data);
  return (
    <AdminPage title={back.label} back={back}>
      {read.isError ? (
        <LoadFailed
          error={read.error}
          onRetry={() => void read.refetch()}
          isRetrying={read.isFetching}
          leave={back}
        />
      ) : (
        <Loading>
          <Skeleton className="h-96 w-full" />
        </Loading>
      )}
    </AdminPage>
  );
}
