import { myStudiesMessages as words } from '@app/words/my-studies.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { meetingKeys } from '../../api/keys.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { refetchApplications } from './use-applications.ts';

// Few people withdraw, so this is fetched on demand.
const WithdrawModal = lazyPart(async () => (await import('./withdraw-modal.tsx')).WithdrawModal);

interface WithdrawProps {
  application: Application;
  onEnded: () => void;
}

export function Withdraw({ application, onEnded }: WithdrawProps) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const row = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(onEnded);
  // A decision that comes meanwhile takes the button away under the finger.
  useLayoutEffect(() => {
    const own = row.current;
    return () => {
      if (own?.contains(document.activeElement)) end();
    };
  }, []);
  return (
    <div ref={row}>
      <Button
        variant="plain"
        size="small"
        className="-ml-4.25 text-cocoa-2"
        aria-label={words.withdrawFrom(application.study.publicName)}
        onClick={() => setIsAsking(true)}
      >
        {words.withdraw}
      </Button>
      {isAsking && (
        <WithdrawModal
          application={application}
          refetch={async (withdrawn) => {
            // The time of it goes too.
            void client.invalidateQueries({ queryKey: meetingKeys.all() });
            await refetchApplications(client, withdrawn);
          }}
          onClose={close}
          onEnded={() => {
            close();
            onEnded();
          }}
        />
      )}
    </div>
  );
}
