import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Decision, decideApplicants as endpoint } from '@app/contracts/project/applicants.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { type CellPlaces, findCellPlaces, findCellsOf } from '../../studies/cells.ts';
import { changePlaces, findPlacesLeft, holdStudyPlaces } from '../../studies/change-places.ts';
import { canBecome } from '../states.ts';
import { type HeldApplication, holdApplications, updateDecided } from '../write-decision.ts';
import { DECISIONS } from './tell-decision.ts';

interface Decided {
  /** The same in every try of one call: what an earlier try decided is decided, not refused. */
  id: string;
  studyId: string;
  userId: string;
}

/**
 * Decides on those applicants who can be decided on, and says why not for the others. The study is held (row lock): one
 * decision at a time gives its places. Whom it notifies, and when: tell-decision.ts.
 */
export async function decideApplicants(
  { db, jobs, config, openStudyCounts }: Pick<Deps, 'db' | 'jobs' | 'config' | 'openStudyCounts'>,
  { id, studyId, userId }: Decided,
  decision: Decision,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<ReplyOf<typeof endpoint>> {
  const { reply, isOpenedOrFilled } = await transaction(db, async (trx) => {
    const study = await holdStudyPlaces(trx, { studyId, userId });
    if (!study) return fail('STUDY_NOT_FOUND');
    const places = await findPlacesLeft(trx, study);
    const ids = decision.applicationIds.map((given) => given.toLowerCase());
    const held = await holdApplications(trx, study.id, ids);
    const cells = await findCellPlaces(trx, study);
    const cellOf = await findCellsOf(trx, study, ids);
    const { moved, accepted, taken, ...result } = sortOut(ids, held, {
      ...decision,
      id,
      places,
      unheld: study.unheld,
      isOver: study.isOver,
      cells: study.hasCells ? { places: cells, of: cellOf } : undefined,
    });
    if (moved.length > 0) {
      await updateDecided(trx, moved, { ...decision, id, byUserId: userId });
      await noteEvent(trx, 'APPLICANTS_DECIDED', { userId, about: study.id });
      await jobs.send(trx, DECISIONS, { decisionId: id }, { afterSeconds: config.DECISION_NOTICE_SECONDS });
    }
    return {
      reply: { ...result, placesLeft: places - taken },
      isOpenedOrFilled: await changePlaces(trx, study, accepted),
    };
  });
  if (isOpenedOrFilled) openStudyCounts.forget();
  return reply;
}

interface Asked {
  id: string;
  status: Decision['status'];
  places: number;
  unheld: number;
  isOver: boolean;
  /** What is left of each cell, and who is of which; none where the places are for anybody. */
  cells: { places: readonly CellPlaces[]; of: ReadonlyMap<string, number> } | undefined;
}

interface SortedOut extends Omit<ReplyOf<typeof endpoint>, 'placesLeft'> {
  /** Those of the decided that are still to be moved. */
  moved: string[];
  /** How many more are accepted then; less than none where fewer are. */
  accepted: number;
  /** Places that this takes; less than none where it gives some back. Who is owed the incentive, or may be, keeps theirs. */
  taken: number;
}

/** In the order given: of more accepted than there are places, for anybody or of a cell, the first ones get them. */
function sortOut(
  ids: readonly string[],
  held: readonly HeldApplication[],
  { id, status, places, unheld, isOver, cells }: Asked,
): SortedOut {
  const known = new Map(held.map((application) => [application.id, application]));
  const sorted: SortedOut = { decided: [], undecided: [], moved: [], accepted: 0, taken: 0 };
  const taken = new Map<number | undefined, { accepted: number; taken: number }>();
  for (const applicationId of ids) {
    const application = known.get(applicationId);
    const isDecidedBefore = application?.decisionId === id;
    const left = application?.keepsPlace ? unheld - sorted.accepted : places - sorted.taken;
    const cell = cells?.of.get(applicationId);
    const ofCell = taken.get(cell) ?? { accepted: 0, taken: 0 };
    taken.set(cell, ofCell);
    const given = cells?.places[cell ?? -1] ?? { left: 0, unheld: 0 };
    const leftOfCell = application?.keepsPlace ? given.unheld - ofCell.accepted : given.left - ofCell.taken;
    const because = isDecidedBefore
      ? undefined
      : whyNot(application, status, { left, isOver, leftOfCell: cells ? leftOfCell : left });
    if (because !== undefined) {
      const which = because === 'CELL_IS_FULL' && cell !== undefined ? { cell } : {};
      sorted.undecided.push({ applicationId, because, ...which });
      continue;
    }
    sorted.decided.push(applicationId);
    if (isDecidedBefore) continue;
    sorted.moved.push(applicationId);
    const change = Number(status === 'ACCEPTED') - Number(application?.status === 'ACCEPTED');
    for (const count of [sorted, ofCell]) {
      count.accepted += change;
      if (!application?.keepsPlace) count.taken += change;
    }
  }
  return sorted;
}

function whyNot(
  application: HeldApplication | undefined,
  wanted: Decision['status'],
  study: { left: number; isOver: boolean; leftOfCell: number },
): SortedOut['undecided'][number]['because'] | undefined {
  if (!application) return 'NOT_FOUND';
  if (!canBecome(wanted, application.status)) return `IS_${application.status}`;
  // Who was met stays accepted: a decline may be put right, and nothing else.
  if (wanted !== 'ACCEPTED' && application.status !== 'DECLINED' && application.isMarked)
    return 'MEETING_IS_MARKED';
  if (wanted !== 'ACCEPTED') return undefined;
  if (application.hasTakenBack) return 'IS_WITHDRAWN';
  if (study.left <= 0) return 'NO_PLACE_LEFT';
  if (study.leftOfCell <= 0) return 'CELL_IS_FULL';
  return study.isOver && !application.hasMeeting ? 'NO_TIME_LEFT' : undefined;
}
