import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { INPUT_MAX_LENGTH, countCharacters } from '@app/contracts/text.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { findDraftStudyName } from '../../../product/draft-study.ts';
import { type WizardScope, DRAFT_KEYS } from '../../../product/study-drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';
import { clearDrafts, writeDraft } from '../../../forms/drafts.ts';
import { setDraftScope, openDraftsAndFindConflict, readServerDraft } from '../drafts/own-drafts.ts';
import { ALL_DRAFTS } from '../drafts/stages.ts';
import { studyStages } from '../drafts/study-content.ts';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

function nameOfCopy(name: string): string {
  const characters = [...name];
  while (countCharacters(dialogs.nameOfCopy(characters.join(''))) > INPUT_MAX_LENGTH) characters.pop();
  return dialogs.nameOfCopy(characters.join('').trimEnd());
}

function draftFromStudy(study: Study) {
  const plan = copiedPlan(study);
  return {
    ...studyStages({ ...study, name: nameOfCopy(study.name) }),
    ...(plan && { [DRAFT_KEYS.plan]: plan }),
  };
}

/** Days and times are not copied: those of the original are over or in use. */
function copiedPlan(study: Study) {
  const { durationInMinutes, desiredNumberOfParticipants, availableTimes, incentive } = study;
  const { choosing, isListed, quotas, survey } = study;
  const common = {
    desiredNumberOfParticipants,
    incentive,
    choosing,
    isListed,
    ...(quotas.length > 0 && { quotas }),
  };
  if (survey) {
    const { address, minutes, screenOutPay } = survey;
    return { ...common, mode: 'ONLINE', survey: { address, minutes, screenOutPay } };
  }
  if (durationInMinutes === null) return incentive > 0 && { incentive };
  const { meetingWay, meetingDetails, seatsPerSlot, leadHours, noticeHours, bufferMinutes } = study;
  return {
    ...common,
    availableDates: [],
    durationInMinutes,
    availableTimes,
    meetingWay,
    meetingDetails,
    seatsPerSlot,
    leadHours,
    noticeHours,
    bufferMinutes,
  };
}

export function startCopy(scope: WizardScope, study: Study, storage?: Storage): void {
  openDraftsAndFindConflict({ ...scope, studyId: null }, null, storage);
  const sent = readServerDraft(storage)?.id;
  if (sent !== undefined) {
    // If a draft is already on the server, it stays in the project beside the copy.
    setDraftScope({ ...scope, studyId: sent }, storage);
    openDraftsAndFindConflict({ ...scope, studyId: null }, null, storage);
  }
  clearDrafts(ALL_DRAFTS, storage);
  for (const [key, part] of Object.entries(draftFromStudy(study))) writeDraft(key, part, storage);
}

interface CopyStudyProps {
  scope: WizardScope;
  copied: Study | null;
}

export function CopyStudy({ scope, copied }: CopyStudyProps) {
  const navigate = useNavigate();
  const [hasDraftStudy] = useState(() => findDraftStudyName(scope.userId, scope.projectId) !== null);
  const isSettled = useRef(false);
  // A reload then goes on with the draft and does not copy again.
  const openWizard = () => void navigate(paths.createStudy(scope.projectId), { replace: true });

  function copyFrom(study: Study) {
    startCopy(scope, study);
    toast.success(dialogs.copied(study.name, study.isInviteOnly));
    openWizard();
  }
  useEffect(() => {
    if (isSettled.current || (copied !== null && hasDraftStudy)) return;
    isSettled.current = true;
    if (copied !== null) return copyFrom(copied);
    toast.info(dialogs.copyGone);
    openWizard();
  });
  if (copied === null || !hasDraftStudy) return null;
  return (
    <Modal
      isOpen
      onClose={openWizard}
      title={dialogs.copyOverTitle}
      actions={<Button onClick={() => copyFrom(copied)}>{dialogs.copyOver}</Button>}
      keep={dialogs.copyNot}
    >
      {dialogs.copyOverText(copied.name)}
    </Modal>
  );
}
