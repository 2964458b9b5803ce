import { myStudiesMessages as words } from '@app/contracts/messages/my-studies.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

// Few withdraw: whoever does fetches it then.
const WithdrawModal = lazyPart(async () => (await import('./withdraw-modal.tsx')).WithdrawModal);

interface WithdrawProps {
  application: Application;
  onEnded: () => void;
}

export function Withdraw({ application, onEnded }: WithdrawProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <div className="mt-2 flex justify-end">
      <Button
        variant="plain"
        size="small"
        aria-label={words.withdrawFrom(application.study.publicName)}
        onClick={() => setIsAsking(true)}
      >
        {words.withdraw}
      </Button>
      {isAsking && (
        <WithdrawModal
          application={application}
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
