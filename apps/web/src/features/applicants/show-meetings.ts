import { type Applicant, listApplicantMeetings } from '@app/contracts/project/applicants.ts';
import type { QueryClient } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { changeLists } from './applicant-queries.ts';
import { type LoadedApplicants, pageRows, changeLoadedRows } from './pagination.ts';

type Meeting = Applicant['meeting'];

const isSame = (one: Meeting, other: Meeting) =>
  one?.state === other?.state && one?.startsAt === other?.startsAt;

export function addMeetings(
  loaded: LoadedApplicants,
  meetings: ReadonlyMap<string, NonNullable<Meeting>>,
): LoadedApplicants {
  const changes = new Map(
    pageRows(loaded.pages).flatMap(({ id, meeting }) => {
      const now = meetings.get(id) ?? null;
      return isSame(meeting, now) ? [] : [[id, (row: Applicant) => ({ ...row, meeting: now })]];
    }),
  );
  return changeLoadedRows(loaded, changes);
}

export async function showMeetings(client: QueryClient, studyId: string, signal: AbortSignal): Promise<null> {
  const { meetings } = await callProject(listApplicantMeetings, { params: { id: studyId } }, signal);
  const now = new Map(
    meetings.map(({ applicationId, state, startsAt }) => [applicationId, { state, startsAt }]),
  );
  changeLists(client, studyId, (loaded) => addMeetings(loaded, now));
  return null;
}
