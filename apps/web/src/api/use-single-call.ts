import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { dismissFailures, toastFailure } from './toast-failure.ts';

/**
 * A change that is sent once however fast its button is pressed: reads the mutation cache and not the last render. A failure is
 * a toast, unless the caller shows it otherwise.
 */
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
