import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { readStudyMoney as contract } from '@app/contracts/project/study-money.ts';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';

/** Who pays for a study, and whether somebody can still come to be owed for it; undefined where there is none. */
export async function readStudyMoney(
  callProject: CallPeer,
  studyId: string,
): Promise<ReplyOf<typeof contract> | undefined> {
  try {
    return await callProject(contract, { params: { id: studyId } });
  } catch (error) {
    if (error instanceof Failure && error.code === 'STUDY_NOT_FOUND') return undefined;
    throw error;
  }
}
