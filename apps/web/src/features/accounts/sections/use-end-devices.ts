import { endOtherSessions, endOwnSession, type OwnSession } from '@app/contracts/identity/own-account.ts';
import { accountMessages as words } from '@app/words/accounts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { deviceKey } from '../../../api/keys.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { toast } from '../../../ui/toast.ts';

export const nameOf = ({ device }: Pick<OwnSession, 'device'>) => device ?? words.unknownDevice;

/** Reads the mutation cache and not the last render, so that a double click sends once. */
const ENDING = ['end-devices'];

/** Logs out one other device, or all of them. */
export function useEndDevices(onDone: () => void) {
  const client = useQueryClient();
  const shared = {
    mutationKey: ENDING,
    onSettled(_done: unknown, error: Error | null) {
      const read = client.invalidateQueries({ queryKey: deviceKey() });
      // Busy until the row is gone; after a failure it can be pressed again at once.
      return error === null ? read : undefined;
    },
  };
  const one = useMutation({
    ...shared,
    mutationFn: ({ sessionId }: OwnSession) => callIdentity(endOwnSession, { params: { sessionId } }),
    onSuccess(_, session) {
      toast.success(words.deviceEnded(nameOf(session)));
      onDone();
    },
    onError(error) {
      if (!(error instanceof CallFailed) || error.code !== 'SESSION_NOT_FOUND') return toastFailure(error);
      toast.info(words.deviceGone);
      onDone();
    },
  });
  const others = useMutation({
    ...shared,
    mutationFn: () => callIdentity(endOtherSessions),
    onSuccess({ endedCount }) {
      toast.success(words.othersEnded(endedCount));
      onDone();
    },
    onError: toastFailure,
  });
  const isIdle = () => client.isMutating({ mutationKey: ENDING }) === 0;
  return {
    end: (session: OwnSession) => {
      if (isIdle()) one.mutate(session);
    },
    endOthers: () => {
      if (isIdle()) others.mutate();
    },
    /** The device that is being logged out. */
    ending: one.isPending ? one.variables.sessionId : null,
    isEndingOthers: others.isPending,
  };
}
