import { restoreStudyAsAdmin, suspendStudyAsAdmin } from '@app/contracts/project/admin-studies.ts';
import { adminStudyWords as words } from '@app/words/admin-studies.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { callAsAdmin } from '../call-admin.ts';

interface SuspensionDialogProps {
  study: { id: string; name: string };
  onClose: () => void;
}

export function SuspensionDialog({ study: { id, name }, onClose }: SuspensionDialogProps) {
  return (
    <ActionDialog
      title={words.suspendTitle(name)}
      confirm={words.suspend}
      isDangerous
      reason={{ label: words.reason, hint: words.reasonHint, templates: words.templates }}
      onConfirm={(reason, idempotencyKey) =>
        callAsAdmin.project(suspendStudyAsAdmin, { params: { id }, body: { reason }, idempotencyKey })
      }
      successText={words.suspended(name)}
      onClose={onClose}
    >
      <p>{words.suspendEffect}</p>
    </ActionDialog>
  );
}

export function RestorationDialog({ study: { id, name }, onClose }: SuspensionDialogProps) {
  return (
    <ActionDialog
      title={words.restoreTitle(name)}
      confirm={words.restore}
      onConfirm={(_, idempotencyKey) =>
        callAsAdmin.project(restoreStudyAsAdmin, { params: { id }, idempotencyKey })
      }
      successText={words.restored(name)}
      onClose={onClose}
    >
      <p>{words.restoreEffect}</p>
    </ActionDialog>
  );
}
