import { DAY_MS } from '@app/contracts/durations.ts';
import { DEMO_PEOPLE, demoId } from '@app/demo/people.ts';
import { ABENA, madeUpParticipants } from '@app/demo/participants.ts';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { NewStudy } from '@app/contracts/project/studies.ts';
import { encodeBits } from '@app/kit/bits.ts';
import { encodeFurtherCriteria } from '@app/contracts/further-bits.ts';
import { evaluateResponses } from '../applications/apply/evaluate-responses.ts';
import { insertApplication } from '../applications/apply/insert-application.ts';
import { unmetRequirements } from '../studies/unmet-requirements.ts';
import { toStoredProfile } from '../matching-profiles/matching-profile.ts';
import type { Db } from '../schema.ts';
import { type DemoStudy, daysFrom } from './demo-study.ts';
import { insertNotifications } from '../notifications/write-notifications.ts';
import {
  decisionNotification,
  lockUnnotifiedApplications,
  updateNotifiedSteps,
} from '../applications/notify-of-decision.ts';
import { updateDecided } from '../applications/write-decision.ts';
import { addAccepted } from '../studies/accepted-places.ts';

/** Each study starts at another position in the list, so that few people apply to every study. */
const STRIDE = 17;
const NOTIFICATION_MS = 2 * DAY_MS;

export async function addDemoApplicants(
  trx: Db,
  { study, body, studyId, place }: { study: DemoStudy; body: NewStudy; studyId: string; place: number },
  { from, until }: { from: Date; until: Date },
): Promise<Applied[]> {
  const people = madeUpParticipants();
  const inOrder = [...people.slice(place * STRIDE), ...people.slice(0, place * STRIDE)];
  const wanted = {
    minimumAge: body.minimumAge,
    maximumAge: body.maximumAge,
    genderBits: encodeBits(GENDERS, body.gender),
    educationBits: encodeBits(EDUCATION_LEVELS, body.education),
    incomeBits: encodeBits(INCOME_RANGES, body.annualHouseholdIncome),
    deviceBits: encodeBits(DEVICE_REQUIREMENTS, body.deviceRequirements),
    furtherBits: encodeFurtherCriteria(body),
    openQuotas: null,
  };
  const fitting = inOrder.filter((person) => unmetRequirements(wanted, toStoredProfile(person)).length === 0);
  const applicants = [...(study.hasAbena ? [ABENA] : []), ...fitting.slice(0, study.applicants ?? 0)];
  const applied: Applied[] = [];
  for (const [index, { userId }] of applicants.entries()) {
    const appliedAt = new Date(
      from.getTime() + ((until.getTime() - from.getTime()) * (index + 1)) / (applicants.length + 1),
    );
    const responses = body.screeners.map(({ question, options }, number) => ({
      id: String(number + 1),
      question,
      answer: options[(index + number) % options.length]?.answer ?? '',
    }));
    const evaluation = evaluateResponses(body.screeners, responses);
    if (evaluation === 'INVALID') throw new Error('The demo has no answer to a question of its studies');
    const isQualified = evaluation === 'QUALIFIED';
    const id = demoId(10_000 + place * 100 + index);
    const notification = {
      userId: DEMO_PEOPLE.ama.userId,
      key: `applied:${id}`,
      kind: 'NEW_APPLICANT',
      params: { studyId, study: body.name },
      createdAt: appliedAt,
    } as const;
    const consentVersion = body.consentText ? 1 : 0;
    const outcome = await insertApplication(
      trx,
      { id, studyId, applicantId: userId, responses, isQualified, consentVersion, appliedAt },
      until.getTime() - appliedAt.getTime() > NOTIFICATION_MS ? undefined : notification,
    );
    // There may be no application, because people who applied to an earlier study may be excluded.
    if (outcome?.appliedAt) applied.push({ id, applicantId: userId, isQualified, appliedAt });
  }
  return applied;
}

export interface Applied {
  id: string;
  applicantId: string;
  isQualified: boolean;
  appliedAt: Date;
}

export const DAYS_TO_DECIDE = 2;

/**
 * In a closed study, the first qualified applicant is accepted. In an open study, this applicant still waits.
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
