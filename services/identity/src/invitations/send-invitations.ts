import { transaction } from '@app/kit/database.ts';
import { runForEach } from '@app/kit/job-steps.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { Deps } from '../deps.ts';
import { findStudy, mayInvite } from './accept-invitation.ts';
import { INVITATION } from './emails.ts';
import { findDueLists, claimInvitations, claimReminders, updateListCheckedAt } from './queries.ts';

/** A scheduled job, for reminders and for invitations above yesterday's limit. */
export const INVITATIONS: Queue<NoData> = {
  name: 'invitations',
  cron: '*/5 * * * *',
  isDebounced: true,
  expireInSeconds: 300,
};

type Needs = Pick<Deps, 'db' | 'jobs' | 'callProject'>;

export async function sendDueInvitations(deps: Needs): Promise<void> {
  await runForEach(
    await findDueLists(deps.db),
    ({ studyId }) => studyId,
    (list) => sendInvitationsOfList(deps, list),
  );
}

async function sendInvitationsOfList(
  deps: Needs,
  { studyId, researcherId }: { studyId: string; researcherId: string },
): Promise<void> {
  const study = await findStudy(deps, studyId);
  await updateListCheckedAt(deps.db, studyId, study?.endedAt);
  if (!study?.isOpen || !(await mayInvite(deps, researcherId))) return;
  for (const claim of [claimInvitations, claimStudyReminders]) {
    for (;;) {
      const some = await transaction(deps.db, async (trx) => {
        const claimed = await claim(trx, { studyId, researcherId });
        for (const invitationId of claimed)
          // The job needs a person, because emails without one are not sent. So it names the researcher.
          await queueEmail(deps, trx, INVITATION, {
            userId: researcherId,
            invitationId,
            isReminder: claim === claimStudyReminders,
          });
        return claimed.length;
      });
      if (some === 0) break;
    }
  }
}

const claimStudyReminders: typeof claimInvitations = (trx, { studyId }) => claimReminders(trx, studyId);
