import { isDeepStrictEqual } from 'node:util';
import { type Transaction, sql } from 'kysely';
import {
  type MeetingDetails,
  REQUIRED_DETAILS,
  ROOM_PLACEHOLDER,
  isDetailGiven,
} from '@app/contracts/project/meeting-fields.ts';
import type { changeSlotMeeting as changingSlot } from '@app/contracts/project/slots.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { changeMeeting as changing } from '@app/contracts/project/study-calls.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { lockSlotDetails, updateSlotDetails, updateStudySlots } from '../slots/slot-details.ts';
import { updateMeetingDetails } from '../studies/edit-study.ts';
import type { OwnStudy } from '../studies/policy.ts';
import { findStudy } from '../studies/reads.ts';
import { queuePlaceNotifications } from './notify-of-place.ts';
import { MEETING_STATES } from './states.ts';

type ChangeDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages'>;

const withoutEmpty = (details: MeetingDetails): MeetingDetails =>
  Object.fromEntries(Object.entries(details).filter(([, text]) => text !== undefined && text !== ''));

/**
 * The details that a researcher sends contain the room of the old time, but the next people need another
 * room.
 */
const withoutRoom = (details: MeetingDetails, room: string | null): MeetingDetails =>
  room ? (JSON.parse(JSON.stringify(details).replaceAll(room, ROOM_PLACEHOLDER)) as MeetingDetails) : details;

/** If only the link is new, the place is the same. */
const isOtherPlace = (before: MeetingDetails, after: MeetingDetails) =>
  before.place !== after.place || before.landmark !== after.landmark;

function assertComplete(
  { meetingWay }: Study,
  meetingDetails: MeetingDetails,
  fail: Fail<'INVALID_INPUT'>,
): void {
  const missing = REQUIRED_DETAILS.find((one) => !isDetailGiven(one, { meetingWay, meetingDetails }));
  if (missing) fail('INVALID_INPUT', [{ rule: missing.rule, field: missing.field }]);
}

async function finishChange(
  deps: ChangeDeps,
  trx: Transaction<ProjectTables>,
  { studyId, userId }: OwnStudy,
  slotId?: string,
): Promise<string[]> {
  await queuePlaceNotifications(deps, trx, studyId);
  await recordEvent(trx, 'MEETING_DETAILS_CHANGED', { userId, about: studyId });
  const rows = await trx
    .selectFrom('project.bookings')
    .select('participant_id as id')
    .where('study_id', '=', studyId)
    .where('state', 'in', MEETING_STATES)
    .where('starts_at', '>', sql<Date>`now()`)
    .$if(slotId !== undefined, (query) => query.where('starts_at', '=', new Date(slotId ?? '')))
    .execute();
  return rows.map(({ id }) => id);
}

export async function changeStudyMeeting(
  deps: ChangeDeps,
  own: OwnStudy,
  given: MeetingDetails,
  fail: Fail<(typeof changing)['errors'][number]>,
): Promise<Study> {
  const details = withoutEmpty(given);
  const { study, usersToUpdate } = await transaction(deps.db, async (trx) => {
    const before = await findStudy(trx, own, { isLocked: true });
    if (!before) return fail('STUDY_NOT_FOUND');
    if (before.state === 'DRAFT') return fail('STUDY_IS_DRAFT');
    if (before.survey) return fail('STUDY_IS_ONLINE');
    if (before.suspension) return fail('STUDY_IS_SUSPENDED');
    assertComplete(before, details, fail);
    if (isDeepStrictEqual(details, before.meetingDetails)) return { usersToUpdate: [], study: before };
    await updateMeetingDetails(trx, own, details);
    await updateStudySlots(trx, own.studyId, {
      before: before.meetingDetails,
      isOtherPlace: isOtherPlace(before.meetingDetails, details),
    });
    const people = await finishChange(deps, trx, own);
    return { usersToUpdate: people, study: (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND') };
  });
  deps.openPages.notifyChanged(usersToUpdate);
  return study;
}

export async function changeSlotMeeting(
  deps: ChangeDeps,
  { slotId, ...own }: OwnStudy & { slotId: string },
  given: MeetingDetails,
  fail: Fail<(typeof changingSlot)['errors'][number]>,
): Promise<void> {
  const usersToUpdate = await transaction(deps.db, async (trx) => {
    const study = await findStudy(trx, own, { isLocked: true });
    const slot = study && (await lockSlotDetails(trx, study.id, slotId));
    if (!slot) return fail('SLOT_NOT_FOUND');
    if (slot.isPast) return fail('SLOT_IS_PAST');
    if (study.suspension) return fail('STUDY_IS_SUSPENDED');
    const details = withoutRoom(withoutEmpty(given), slot.room);
    const isEmptied = Object.keys(details).length === 0;
    if (!isEmptied) assertComplete(study, details, fail);
    const changed = isEmptied || isDeepStrictEqual(details, study.meetingDetails) ? null : details;
    if (isDeepStrictEqual(slot.details, changed)) return [];
    const [before, after] = [slot.details ?? study.meetingDetails, changed ?? study.meetingDetails];
    await updateSlotDetails(
      trx,
      { studyId: study.id, slotId },
      { details: changed, isOtherPlace: isOtherPlace(before, after) },
    );
    return finishChange(deps, trx, own, slotId);
  });
  deps.openPages.notifyChanged(usersToUpdate);
}
