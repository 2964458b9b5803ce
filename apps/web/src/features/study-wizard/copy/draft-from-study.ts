import type { Study } from '@app/contracts/project/studies.ts';
import { clearDrafts, writeDraft } from '../../../forms/drafts.ts';
import { DRAFT_KEYS, type WizardScope } from '../../../product/study-drafts.ts';
import { nameDrafts, openDrafts, readServerDraft } from '../drafts/own-drafts.ts';
import { ALL_DRAFTS } from '../drafts/stages.ts';
import { partsOf } from '../drafts/study-text.ts';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The stages of a new study that says the same as another. Its days are its own: those of the other have passed or are taken. */
function draftFromStudy(study: Study) {
  const { durationInMinutes, desiredNumberOfParticipants, availableTimes, incentive } = study;
  return {
    ...partsOf(study),
    ...(durationInMinutes === null
      ? incentive > 0 && { [DRAFT_KEYS.plan]: { incentive } }
      : {
          [DRAFT_KEYS.plan]: {
            availableDates: [],
            durationInMinutes,
            desiredNumberOfParticipants,
            availableTimes,
            incentive,
            ...meetingOf(study),
          },
        }),
  };
}

/** All of it but single times, which are of its days. */
function meetingOf(study: Study) {
  const { meetingWay, meetingDetails, seatsPerSlot, choosing, leadHours, noticeHours, bufferMinutes } = study;
  const { isListed, cells } = study;
  return {
    meetingWay,
    meetingDetails,
    seatsPerSlot,
    choosing,
    leadHours,
    noticeHours,
    bufferMinutes,
    isListed,
    ...(cells.length > 0 && { cells }),
  };
}

/** Replaces the new study that is being begun in a project by a copy. */
export function beginCopy(scope: WizardScope, study: Study, storage?: Storage): void {
  openDrafts({ ...scope, studyId: null }, null, storage);
  const sent = readServerDraft(storage)?.id;
  if (sent !== undefined) {
    // Sent from here, but not published: it goes on as the draft that the project shows, and the copy beside it.
    nameDrafts({ ...scope, studyId: sent }, storage);
    openDrafts({ ...scope, studyId: null }, null, storage);
  }
  clearDrafts(ALL_DRAFTS, storage);
  for (const [key, part] of Object.entries(draftFromStudy(study))) writeDraft(key, part, storage);
}
