import type { PageSlice } from '@app/contracts/endpoint.ts';
import type { Paging } from '@app/contracts/paging.ts';
import type { WaitingApplicant } from '@app/contracts/project/applicants.ts';
import type { Deps } from '../../deps.ts';
import { readNamesOf } from '../../facts/ask-identity.ts';
import { nameless } from './describe-applicants.ts';
import { countWaiting, findWaiting } from './queries.ts';

/** A page of those who wait for this researcher's answer, newest first. */
export async function listWaitingFor(
  { db, callIdentity }: Pick<Deps, 'db' | 'callIdentity'>,
  userId: string,
  { page, size }: Paging,
): Promise<PageSlice<WaitingApplicant>> {
  const rows = await findWaiting(db, userId, { page, size });
  // The last page gives the total by itself, and it is the only one of most researchers.
  const isLast = rows.length < size && (rows.length > 0 || page === 0);
  const [names, totalElements] = await Promise.all([
    readNamesOf(
      callIdentity,
      rows.map(({ applicantId }) => applicantId),
    ),
    isLast ? page * size + rows.length : countWaiting(db, userId),
  ]);
  const content = rows.map(({ studyId, studyName, ...row }) => ({
    ...row,
    ...(names.get(row.applicantId) ?? nameless),
    appliedAt: row.appliedAt.toISOString(),
    study: { id: studyId, name: studyName },
  }));
  return { content, totalElements, size, number: page };
}
