import type { ReplyOf } from '@app/contracts/endpoint.ts';
import * as contract from '@app/contracts/project/payables.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';

type StudyMoney = ReplyOf<typeof contract.readStudyMoney>;

export const readStudyMoney = (callProject: CallPeer, studyId: string): Promise<StudyMoney | undefined> =>
  requestStudyMoney(callProject, contract.readStudyMoney, studyId);

/** Stops new places if no participant can be owed money any more, so that the budget can be closed. */
export const endStudyMoney = (callProject: CallPeer, studyId: string): Promise<StudyMoney | undefined> =>
  requestStudyMoney(callProject, contract.endStudyMoney, studyId);

type StudyNames = ReplyOf<typeof contract.readStudyNames>[number];

/** Deleted studies have no name here. If the project service does not answer, no study has. */
export async function readStudyNames(
  callProject: CallPeer,
  studyIds: readonly string[],
): Promise<Map<string, StudyNames>> {
  const names = new Map<string, StudyNames>();
  try {
    for (let start = 0; start < studyIds.length; start += contract.MAX_STUDIES_ASKED) {
      const batch = studyIds.slice(start, start + contract.MAX_STUDIES_ASKED);
      const known = await callProject(contract.readStudyNames, { body: { studyIds: batch } });
      for (const one of known) names.set(one.studyId, one);
    }
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'UNAVAILABLE')) throw error;
  }
  return names;
}

async function requestStudyMoney(
  callProject: CallPeer,
  endpoint: typeof contract.readStudyMoney | typeof contract.endStudyMoney,
  studyId: string,
): Promise<StudyMoney | undefined> {
  try {
    return await callProject(endpoint, { params: { id: studyId } });
  } catch (error) {
    if (error instanceof Failure && error.code === 'STUDY_NOT_FOUND') return undefined;
    throw error;
  }
}
