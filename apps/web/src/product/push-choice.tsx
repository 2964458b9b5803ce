import { pushChoiceWords as words } from '@app/words/push-choice.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pushKey } from '../api/keys.ts';
import { useSingleCall } from '../api/use-single-call.ts';
import { useUser } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { toast } from '../ui/toast.ts';
import { readPushState, disablePush, enablePush } from './push.ts';

/** With `isOffer`, this disappears when the person has answered. */
export function PushChoice({ isOffer = false, children }: { isOffer?: boolean; children?: ReactNode }) {
  const userId = useUser()?.userId;
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: pushKey(userId), queryFn: readPushState });
  const change = useSingleCall(pushKey(userId), {
    mutationFn: () => (data?.state === 'ON' ? disablePush() : enablePush(data?.publicKey ?? '')),
    onSuccess: (state) => {
      client.setQueryData(pushKey(userId), { ...data, state });
      if (state === 'ON') toast.success(words.isOn);
    },
  });
  if (!data || data.state === 'UNABLE') return null;
  const { state } = data;
  if (isOffer && (state !== 'OFF' || Notification.permission !== 'default')) return null;
  return (
    <Card role="region" aria-label={words.heading} className="mt-4 max-sm:p-4">
      <h3 className="text-base">{words.heading}</h3>
      <p className="mt-1 max-w-text text-sm text-cocoa-2">{isOffer ? words.offer : words.text}</p>
      <p role="status" className="mt-1 text-sm font-semibold">
        {state === 'BLOCKED' ? words.blocked : !isOffer && (state === 'ON' ? words.isOn : words.isOff)}
      </p>
      {state !== 'BLOCKED' && (
        <Button
          variant="secondary"
          className="mt-3"
          isBusy={change.isPending}
          onClick={() => change.mutate()}
        >
          {state === 'ON' ? words.turnOff : words.turnOn}
        </Button>
      )}
      {state === 'ON' && children}
    </Card>
  );
}
