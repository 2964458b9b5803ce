import { myStudiesMessages as words } from '@app/contracts/messages/my-studies.ts';
import type { Application } from '@app/contracts/project/applications.ts';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';

// Few withdraw: whoever does fetches it then.
const WithdrawModal = lazy(async () => ({ default: (await import('./withdraw-modal.tsx')).WithdrawModal }));

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
        <Suspense>
          <WithdrawModal
            application={application}
            onClose={close}
            onEnded={() => {
              close();
              onEnded();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
