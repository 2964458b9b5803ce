import { logOutWords as words } from '@app/words/log-out.ts';
import { createStudy } from '@app/contracts/project/study-calls.ts';
import type { NewStudy } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useState } from 'react';
import { callProject, newIdempotencyKey } from '../api/call.ts';
import { useSingleCall } from '../api/use-single-call.ts';
import { draftStorageKey, readDraft } from '../forms/drafts.ts';
import { KYC_PARTS, SETUP_DRAFTS } from '../forms/profile/set-up-drafts.ts';
import { readUser } from '../session/session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { findDraftStudy, isFilled } from './draft-study.ts';
import { studyFromDrafts } from './study-from-drafts.ts';

export interface UnsavedWork {
  title: string;
  path: string;
  study?: NewStudy | undefined;
}

/** A log-out deletes drafts that are only on this device (S-213). Answers to a screener are on the server. */
export function findUnsavedWork(): UnsavedWork | null {
  const user = readUser();
  if (user === null) return null;
  const unsavedWork = findDraftStudy(user.userId);
  if (unsavedWork) {
    const { path, projectId, scope, isUnsent } = unsavedWork;
    const study = isUnsent
      ? studyFromDrafts(projectId, (key) => readDraft(draftStorageKey(key, scope)))
      : undefined;
    return { title: words.loseStudy, path, study };
  }
  // If the company was declined, its drafts are in another scope.
  if (KYC_PARTS.some((key) => isFilled(readDraft(draftStorageKey(key, user.userId)))))
    return { title: words.loseCompany, path: paths.kyc };
  const isSettingUp = Object.values(SETUP_DRAFTS).some((key) => isFilled(readDraft(key)));
  return isSettingUp ? { title: words.loseSetUp, path: paths.participantSetup } : null;
}

interface LogOutQuestionProps {
  unsavedWork: UnsavedWork;
  isLeaving: boolean;
  leave: () => void;
  close: () => void;
  onGoOn?: (() => void) | undefined;
}

export function LogOutQuestion({ unsavedWork, isLeaving, leave, close, onGoOn }: LogOutQuestionProps) {
  const { study } = unsavedWork;
  const [idempotencyKey] = useState(newIdempotencyKey);
  const saving = useSingleCall(['save-draft-study'], {
    mutationFn: (body: NewStudy) => callProject(createStudy, { body, idempotencyKey }),
    onSuccess: leave,
  });
  return (
    <Modal
      isOpen
      onClose={close}
      title={unsavedWork.title}
      actions={
        <>
          {study && (
            <Button
              isBusy={saving.isPending || (saving.isSuccess && isLeaving)}
              onClick={() => saving.mutate(study)}
            >
              {words.saveAndLeave}
            </Button>
          )}
          <LinkButton
            to={unsavedWork.path}
            variant={study ? 'secondary' : 'primary'}
            onClick={() => {
              close();
              onGoOn?.();
            }}
          >
            {words.goOnWithIt}
          </LinkButton>
          <Button variant="danger" isBusy={isLeaving && !saving.isSuccess} onClick={leave}>
            {words.loseIt}
          </Button>
        </>
      }
      keep={words.cancel}
    >
      {study ? words.saveText : words.loseText}
    </Modal>
  );
}
