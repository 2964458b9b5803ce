import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '../api/load-failed.tsx';
import { failureMessage } from '../api/failure.ts';
import { FailedState, Loading, Skeleton } from '../ui/states.tsx';

interface ReadPartProps<Data> {
  read: UseQueryResult<Data>;
  /** For a part that is the whole screen: the page to go to if its record does not exist. */
  leave?: { to: string; label: string };
  children: (data: Data) => ReactNode;
}

/** A part of a screen for which one call is made. The other parts do not wait for it. */
export function ReadPart<Data>({ read, leave, children }: ReadPartProps<Data>) {
  const { data, error, isFetching, refetch } = read;
  if (data !== undefined) return children(data);
  const retry = { onRetry: () => void refetch(), isRetrying: isFetching };
  if (error && leave) return <LoadFailed error={error} leave={leave} {...retry} />;
  if (error) return <FailedState text={failureMessage(error)} {...retry} />;
  return (
    <Loading>
      <Skeleton className={leave ? 'h-96 w-full' : 'h-40 w-full'} />
    </Loading>
  );
}
