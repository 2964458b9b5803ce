import { DEMO_PEOPLE, demoId } from '@app/demo/people.ts';
import { ABENA } from '@app/demo/participants.ts';
import { insertNotifications } from '../notifications/write-notifications.ts';
import { decisionNotification, lockUnnotifiedApplications } from '../applications/notify-of-decision.ts';
import { updateDecided, updateNotifiedSteps } from '../applications/write-decision.ts';
import type { Db } from '../schema.ts';
import { addAccepted } from '../studies/accepted-places.ts';
import { type DemoStudy, daysFrom } from './demo-study.ts';

export interface Applied {
  id: string;
  applicantId: string;
  isQualified: boolean;
  appliedAt: Date;
}

export const DAYS_TO_DECIDE = 2;

/**
 * In closed studies the first qualified applicant is accepted; in open studies this applicant still waits.
 */
export async function addDemoDecisions(
  trx: Db,
  { study, studyId, place }: { study: DemoStudy; studyId: string; place: number },
  applications: readonly Applied[],
  now: Date,
): Promise<void> {
  const early = applications.filter(({ appliedAt }) => appliedAt < daysFrom(now, -DAYS_TO_DECIDE));
  const everyOther = (isQualified: boolean, first: number) =>
    early.filter((application) => application.isQualified === isQualified).filter((_, n) => n % 2 === first);
  const outcomes = [
    { status: 'ACCEPTED', of: study.isAllAccepted ? early : everyOther(true, study.isClosed ? 0 : 1) },
    { status: 'DECLINED', reason: 'NOT_A_MATCH', note: 'Thank you for your time!', of: everyOther(false, 0) },
  ] as const;
  for (const [index, { of, ...outcome }] of outcomes.entries()) {
    const last = of.at(-1);
    if (!last) continue;
    const at = daysFrom(last.appliedAt, 1);
    const decision = {
      ...outcome,
      id: demoId(30_000 + place * 10 + index),
      byUserId: DEMO_PEOPLE.ama.userId,
    };
    await updateDecided(
      trx,
      of.map(({ id }) => id),
      { ...decision, at },
    );
    if (outcome.status === 'ACCEPTED') await addAccepted(trx, studyId, of.length);
    const unnotified = await lockUnnotifiedApplications(trx, decision.id);
    await updateNotifiedSteps(
      trx,
      unnotified.map(({ id }) => id),
    );
    const toAbena = unnotified.filter(({ applicantId }) => applicantId === ABENA.userId);
    if (toAbena.length > 0) {
      await insertNotifications(
        trx,
        toAbena.map((application) => ({ ...decisionNotification(application), createdAt: at })),
      );
    }
  }
}
