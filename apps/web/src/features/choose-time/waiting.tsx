import { joinWaiting, leaveWaiting } from '@app/contracts/project/slots.ts';
import { chooseTimeWords as words } from '@app/words/choose-time.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

interface WaitingProps {
  studyId: string;
  isWaiting: boolean;
  hasTimes: boolean;
}

/** The list of those whom no time suits. */
export function WaitingCard({ studyId, isWaiting, hasTimes }: WaitingProps) {
  const client = useQueryClient();
  const params = { id: studyId };
  const change = useSingleCall<unknown>(['wait', studyId], {
    mutationFn: () =>
      isWaiting
        ? callProject(leaveWaiting, { params })
        : callProject(joinWaiting, { params, body: { days: [] } }),
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  return (
    <Card className="mt-8">
      <h2 className="text-lg">{hasTimes ? words.waitTitle : words.noneTitle}</h2>
      <p role="status" className="mt-1 mb-4 text-cocoa-2">
        {isWaiting ? words.waiting : hasTimes ? words.waitText : words.noneText}
      </p>
      <Button variant="secondary" isBusy={change.isPending} onClick={() => change.mutate()}>
        {isWaiting ? words.leave : words.wait}
      </Button>
    </Card>
  );
}
