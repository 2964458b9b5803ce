import type { Transaction } from 'kysely';
import type { addSlots as adding, removeSlot as removing } from '@app/contracts/project/slots.ts';
import { slotLabel } from '@app/contracts/time-slots.ts';
import { lastPlannableDay } from '@app/contracts/calendar.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { transaction, readClock } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import * as slots from '../slots/write-slots.ts';
import { resetStudyEnd } from '../studies/close-ended.ts';
import { assertApproved } from '../studies/ethics.ts';
import { findStudy } from '../studies/reads.ts';
import { updateTimes } from '../studies/edit-study.ts';
import type { OwnStudy } from '../studies/policy.ts';
import { parseMinuteOfLabel } from '../studies/recruitment-status.ts';
import { queueOffers } from './waiting-list/waiting-list.ts';

export function findTimesError(
  startsAt: readonly string[],
  now: Date,
): 'timesPast' | 'dateTooFar' | undefined {
  if (startsAt.some((instant) => instant <= now.toISOString())) return 'timesPast';
  const lastDay = lastPlannableDay();
  return startsAt.some((instant) => instant.slice(0, 10) > lastDay) ? 'dateTooFar' : undefined;
}

/** Returns the number of new slots. The caller must lock the study. */
export async function addTimes(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  study: Study,
  { startsAt, userId }: { startsAt: readonly string[]; userId: string },
): Promise<number> {
  const added = await slots.upsertSlots(trx, study.id, { startsAt, seats: study.seatsPerSlot });
  if (added === 0) return added;
  const days = startsAt.map((instant) => instant.slice(0, 10));
  const labels = startsAt.map((instant) => slotLabel(minuteOfDay(instant)));
  await updateTimes(
    trx,
    { studyId: study.id, userId },
    {
      availableDates: union(study.availableDates, days).toSorted(),
      availableTimes: union(study.availableTimes, labels).toSorted(
        (a, b) => parseMinuteOfLabel(a) - parseMinuteOfLabel(b),
      ),
    },
  );
  await recordEvent(trx, 'SLOTS_ADDED', { userId, about: study.id });
  await queueOffers(deps, trx, study.id);
  return added;
}

export async function addSlots(
  deps: Pick<Deps, 'db' | 'jobs'>,
  own: OwnStudy,
  startsAt: readonly string[],
  fail: Fail<(typeof adding)['errors'][number]>,
): Promise<{ added: number }> {
  const rule = findTimesError(startsAt, await readClock(deps.db));
  if (rule) fail('INVALID_INPUT', [{ rule, field: 'startsAt' }]);
  return transaction(deps.db, async (trx) => {
    const study = await findStudy(trx, own, { isLocked: true });
    if (!study) return fail('STUDY_NOT_FOUND');
    if (study.state === 'DRAFT' || study.state === 'CLOSED') return fail(`STUDY_IS_${study.state}`);
    if (study.suspension) return fail('STUDY_IS_SUSPENDED');
    if (study.survey) return fail('STUDY_IS_ONLINE');
    assertApproved(
      study,
      startsAt.map((instant) => instant.slice(0, 10)),
      'startsAt',
      fail,
    );
    return { added: await addTimes(deps, trx, study, { startsAt, userId: own.userId }) };
  });
}

const minuteOfDay = (instant: string) => Number(instant.slice(11, 13)) * 60 + Number(instant.slice(14, 16));
const union = (some: readonly string[], more: readonly string[]) => [...new Set([...some, ...more])];

/** The days that the study lists do not change, because they say when it can meet. */
export async function removeSlot(
  { db }: Pick<Deps, 'db'>,
  { slotId, ...own }: OwnStudy & { slotId: string },
  fail: Fail<(typeof removing)['errors'][number]>,
): Promise<void> {
  await transaction(db, async (trx) => {
    const study = await findStudy(trx, own, { isLocked: true });
    if (!study) return fail('SLOT_NOT_FOUND');
    // The last free slot must stay: if a study has no future slots, a scheduled job closes it for good.
    if (study.state !== 'CLOSED' && (await slots.isLastFree(trx, study.id, slotId))) fail('SLOT_IS_LAST');
    if (await slots.deleteFreeSlot(trx, study.id, slotId)) {
      await resetStudyEnd(trx, study.id);
      await recordEvent(trx, 'SLOT_REMOVED', { userId: own.userId, about: study.id });
      return;
    }
    const hasSlot = await trx
      .selectFrom('project.study_slots')
      .select('taken')
      .where('study_id', '=', study.id)
      .where('starts_at', '=', new Date(slotId))
      .where('seats', '>', 0)
      .executeTakeFirst();
    fail(hasSlot ? 'SLOT_IS_BOOKED' : 'SLOT_NOT_FOUND');
  });
}
