import { givePaidPlaces } from '@app/contracts/project/study-money.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';

interface PaidPlaces {
  studyId: string;
  places: number;
}

/** A published study has been paid for so many places in all, and is to have them. */
export const PAID_PLACES: Queue<PaidPlaces> = { name: 'paid-places' };

/** Of a study that cannot have them any more the money stays in the budget, and goes back with what is left. */
export async function givePlaces(
  { callProject, log }: Pick<Deps, 'callProject' | 'log'>,
  { studyId, ...body }: PaidPlaces,
): Promise<void> {
  try {
    await callProject(givePaidPlaces, { params: { id: studyId }, body });
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'UNAVAILABLE') throw error;
    log.info({ studyId, code: error.code }, 'places that were paid for could not be given');
  }
}
