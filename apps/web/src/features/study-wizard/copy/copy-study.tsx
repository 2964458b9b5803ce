import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { begunStudy } from '../../../product/begun-study.ts';
import type { WizardScope } from '../../../product/study-drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';
import { beginCopy } from './draft-from-study.ts';

interface CopyStudyProps {
  scope: WizardScope;
  /** Null where it is not there, or belongs to somebody else. */
  copied: Study | null;
}

/** Fills the wizard from another study, and asks first where it would replace what was begun; then the wizard opens. */
export function CopyStudy({ scope, copied }: CopyStudyProps) {
  const navigate = useNavigate();
  const [isBegun] = useState(() => begunStudy(scope.userId, scope.projectId) !== null);
  const isSettled = useRef(false);
  // Without the copy's own parameter: a reload goes on with what was written since.
  const openWizard = () => void navigate(paths.createStudy(scope.projectId), { replace: true });

  function take(study: Study) {
    beginCopy(scope, study);
    toast.success(dialogs.copied(study.name, study.isByList));
    openWizard();
  }
  useEffect(() => {
    if (isSettled.current || (copied !== null && isBegun)) return;
    isSettled.current = true;
    if (copied !== null) return take(copied);
    toast.info(dialogs.copyGone);
    openWizard();
  });
  if (copied === null || !isBegun) return null;
  return (
    <Modal
      isOpen
      onClose={openWizard}
      title={dialogs.copyOverTitle}
      actions={
        <>
          <Button onClick={() => take(copied)}>{dialogs.copyOver}</Button>
          <Button variant="secondary" onClick={openWizard}>
            {dialogs.copyNot}
          </Button>
        </>
      }
    >
      {dialogs.copyOverText(copied.name)}
    </Modal>
  );
}
