import { accountWords as words } from '@app/words/accounts.ts';
import {
  type OwnSession,
  endOtherSessions,
  endOwnSession,
} from '@app/contracts/identity/account-settings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { deviceKey } from '../../../api/keys.ts';
import { useLogOut } from '../../../product/use-log-out.tsx';
import { toastFailure } from '../../../api/toast-failure.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { timeAgo } from '../../../format/dates.ts';
import { thisDeviceTone } from '../../../product/status-tones.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDevices } from '../account-queries.ts';
import { Loaded } from '../loaded.tsx';
import { Section } from './section.tsx';

const deviceName = ({ device }: Pick<OwnSession, 'device'>) => device ?? words.unknownDevice;

const ENDING = ['end-devices'];

function useEndDevices(onDone: () => void) {
  const client = useQueryClient();
  const shared = {
    onSettled(_done: unknown, error: Error | null) {
      const read = client.invalidateQueries({ queryKey: deviceKey() });
      // The button stays busy until its row is gone. After a failure it can be used again at once.
      return error === null ? read : undefined;
    },
  };
  const one = useSingleCall(ENDING, {
    ...shared,
    mutationFn: ({ sessionId }: OwnSession) => callIdentity(endOwnSession, { params: { sessionId } }),
    onSuccess(_, session) {
      toast.success(words.deviceEnded(deviceName(session)));
      onDone();
    },
    onError(error) {
      if (!(error instanceof CallFailed) || error.code !== 'SESSION_NOT_FOUND') return toastFailure(error);
      toast.info(words.deviceGone);
      onDone();
    },
  });
  const others = useSingleCall(ENDING, {
    ...shared,
    mutationFn: () => callIdentity(endOtherSessions),
    onSuccess({ endedCount }) {
      toast.success(words.othersEnded(endedCount));
      onDone();
    },
  });
  return {
    end: one.mutate,
    endOthers: () => others.mutate(),
    ending: one.isPending ? one.variables.sessionId : null,
    isEndingOthers: others.isPending,
  };
}

function Device({ session, isEnding, onEnd }: { session: OwnSession; isEnding: boolean; onEnd: () => void }) {
  const name = deviceName(session);
  const started = timeAgo(session.startedAt);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-cocoa-2">
          {session.isCurrent
            ? words.deviceStarted(started)
            : words.deviceTimes(started, timeAgo(session.lastUsedAt))}
        </p>
      </div>
      {session.isCurrent ? (
        <Badge tone={thisDeviceTone}>{words.thisDevice}</Badge>
      ) : (
        <Button
          variant="secondary"
          size="small"
          aria-label={words.endDeviceLabel(name, started)}
          isBusy={isEnding}
          onClick={onEnd}
        >
          {words.endDevice}
        </Button>
      )}
    </li>
  );
}

function Devices({ sessions }: { sessions: readonly OwnSession[] }) {
  const [isAsking, setIsAsking] = useState(false);
  const leaving = useLogOut();
  const [endings, setEndings] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const { end, endOthers, ending, isEndingOthers } = useEndDevices(() => {
    setIsAsking(false);
    setEndings((count) => count + 1);
  });
  useEffect(() => {
    // When the dialog closes, it gives the focus to the clicked button, which then disappears with its
    // device.
    if (endings > 0) list.current?.focus();
  }, [endings]);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <Card>
      <ul ref={list} tabIndex={-1} aria-label={words.devicesHeading} className="divide-y divide-line">
        {sessions.map((session) => (
          <Device
            key={session.sessionId}
            session={session}
            isEnding={ending === session.sessionId}
            onEnd={() => end(session)}
          />
        ))}
      </ul>
      {others.length === 0 && <p className="text-sm text-cocoa-2">{words.noOtherDevices}</p>}
      {others.length > 1 && (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => setIsAsking(true)}>
          {words.endOthers}
        </Button>
      )}
      <div className="mt-4 border-t border-line pt-4">
        <p className="mb-3 max-w-text text-sm text-cocoa-2">{words.logOutText}</p>
        <Button variant="secondary" size="small" isBusy={leaving.isLeaving} onClick={leaving.ask}>
          <LogOut aria-hidden="true" className="size-5" />
          {words.logOut}
        </Button>
        {leaving.question}
      </div>
      <Modal
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={words.endOthersTitle}
        actions={
          <Button variant="danger" isBusy={isEndingOthers} onClick={endOthers}>
            {words.endOthers}
          </Button>
        }
        keep={words.cancel}
      >
        {words.endOthersText(others.length)}
      </Modal>
    </Card>
  );
}

export function DevicesSection() {
  const devices = useDevices();
  return (
    <Section place="devices">
      <Loaded query={devices} rows={3}>
        {(sessions) => <Devices sessions={sessions} />}
      </Loaded>
    </Section>
  );
}
