import { type Thread as Content, blockThread } from '@app/contracts/project/messages.ts';
import { messageWords as words } from '@app/words/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callProject } from '../../api/call.ts';
import { messageKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';

export function Block({ thread: { applicationId, state } }: { thread: Content }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const isBlocked = state === 'BLOCKED_BY_YOU';
  const change = useSingleCall(['block', applicationId], {
    mutationFn: () =>
      callProject(blockThread, { params: { applicationId }, body: { isBlocked: !isBlocked } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: messageKeys.all() });
      setIsAsking(false);
      toast.success(isBlocked ? words.unblocked : words.blocked);
    },
  });
  if (isBlocked)
    return (
      <Button variant="secondary" size="small" isBusy={change.isPending} onClick={() => change.mutate()}>
        {words.unblock}
      </Button>
    );
  return (
    <>
      <Button
        variant="plain"
        size="small"
        className="-ml-4.25 text-cocoa-2"
        onClick={() => setIsAsking(true)}
      >
        {words.block}
      </Button>
      {isAsking && (
        <Modal
          isOpen
          onClose={() => setIsAsking(false)}
          title={words.blockTitle}
          actions={
            <Button variant="danger" isBusy={change.isPending} onClick={() => change.mutate()}>
              {words.block}
            </Button>
          }
          keep={words.cancel}
        >
          <p>{words.blockText}</p>
        </Modal>
      )}
    </>
  );
}
