import type { ReplyOf } from '@app/contracts/endpoint.ts';
import * as contract from '@app/contracts/project/study-money.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';

type StudyMoney = ReplyOf<typeof contract.readStudyMoney>;

/** Who pays for a study, and whether somebody can still come to be owed for it; undefined where there is none. */
export const readStudyMoney = (callProject: CallPeer, studyId: string): Promise<StudyMoney | undefined> =>
  askFor(callProject, contract.readStudyMoney, studyId);

/** The same; where nobody can, nobody is given a place meanwhile, so that its budget can be closed. */
export const endStudyMoney = (callProject: CallPeer, studyId: string): Promise<StudyMoney | undefined> =>
  askFor(callProject, contract.endStudyMoney, studyId);

async function askFor(
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
