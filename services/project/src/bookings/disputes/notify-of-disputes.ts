import type { Transaction } from 'kysely';
import type { Deps } from '../../deps.ts';
import { queueEmails } from '../../emails/queue-email.ts';
import { notify } from '../../notifications/notify.ts';
import type { ProjectTables } from '../../schema.ts';

interface Dispute {
  id: string;
  researcherId: string;
  studyId: string;
  studyName: string;
  startsAt: string;
}

export async function notifyResearchersOfDisputes(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  disputes: readonly Dispute[],
): Promise<void> {
  await notify(
    deps,
    trx,
    disputes.map(({ id: about, researcherId: userId, studyId, studyName: study, startsAt }) => {
      const params = { studyId, study, startsAt };
      return { userId, about, kind: 'MEETING_DISPUTED', params, emailKind: 'MEETING_DISPUTED' };
    }),
  );
  await queueEmails(
    deps,
    trx,
    disputes.map(({ id: about, researcherId: userId }) => ({ userId, kind: 'ATTENDANCE_DISPUTED', about })),
  );
}
