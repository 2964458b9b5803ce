import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureMessage } from '../../api/failure.ts';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton, FailedState } from '../../ui/states.tsx';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  rows: number;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, rows, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <FailedState
        text={failureMessage(query.error)}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  return (
    <Loading>
      <Card className="flex flex-col gap-6">
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} />
        ))}
      </Card>
    </Loading>
  );
}
