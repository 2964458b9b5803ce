import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { dismissFailures, toastFailure } from './toast-failure.ts';

/** A double click must send only one call, and the mutation cache is newer than the last render. */
export function useSingleCall<Data, Given = void>(
  mutationKey: readonly unknown[],
  options: Pick<
    UseMutationOptions<Data, Error, Given>,
    'mutationFn' | 'onSuccess' | 'onError' | 'onSettled' | 'gcTime'
  >,
) {
  const client = useQueryClient();
  const call = useMutation({ mutationKey, onMutate: dismissFailures, onError: toastFailure, ...options });
  const { mutate } = call;
  return {
    ...call,
    mutate: useCallback(
      (given: Given) => {
        if (client.isMutating({ mutationKey }) === 0) mutate(given);
      },
      [client, mutate, mutationKey],
    ),
  };
}
