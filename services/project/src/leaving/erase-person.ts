import { transaction } from '@app/kit/database.ts';
import { withdrawAllOf } from '../applications/apply/withdraw-application.ts';
import { eraseAnswers } from '../applications/erase-answers.ts';
import { eraseBookings } from '../bookings/erase-bookings.ts';
import { deleteFeed } from '../calendar/feed-key.ts';
import type { Deps } from '../deps.ts';
import { deleteViewsOf } from '../funnel/note-views.ts';
import { deleteNotificationsOf } from '../inbox/insert-notification.ts';
import { forgetMessageReporter } from '../messages/report-message.ts';
import { noteLeft } from '../facts/note-left.ts';
import { deleteFacts } from '../facts/write-facts.ts';
import { eraseProjects } from '../projects/erase-projects.ts';
import { forgetReporter } from '../reports/forget-reporter.ts';
import { deleteQuartersOf } from '../slots/quarters.ts';
import { deleteFreeSlotsOf } from '../slots/seats.ts';
import { deleteInvitationsOf } from '../studies/invited-people.ts';
import { eraseStudies } from '../studies/deleting/erase-studies.ts';
import { SETTLEMENTS } from '../studies/queue-telling.ts';

/**
 * Erases what is held of a person who has left. Their times are given back first, as by a withdrawal: their researchers
 * are notified and others can have them. What others need stays without them: that somebody applied, what was decided,
 * what was reported, what applicants sent to a researcher's study, and what both sides wrote to each other. Idempotent.
 */
export async function erasePerson(deps: Deps, userId: string): Promise<void> {
  await transaction(deps.db, (trx) => noteLeft(trx, userId));
  await withdrawAllOf(deps, userId);
  await transaction(deps.db, async (trx) => {
    await deleteFacts(trx, userId);
    await deleteNotificationsOf(trx, userId);
    await eraseAnswers(trx, userId);
    await deleteViewsOf(trx, userId);
    await deleteInvitationsOf(trx, userId);
    await forgetReporter(trx, userId);
    await forgetMessageReporter(trx, userId);
    await eraseBookings(trx, userId);
    await deleteQuartersOf(trx, userId);
    await deleteFreeSlotsOf(trx, userId);
    await deleteFeed(trx, userId);
    await eraseStudies(deps, trx, userId);
    // Nobody is left to answer their applicants.
    for (const projectId of await eraseProjects(trx, { creatorId: userId })) {
      await deps.jobs.send(trx, SETTLEMENTS, { projectId }, { key: projectId });
    }
  });
  deps.openStudyCounts.forget();
}
