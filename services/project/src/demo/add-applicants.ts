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
import { evaluateResponses } from '../applications/apply/evaluate-responses.ts';
import { insertApplication } from '../applications/apply/insert-application.ts';
import { encodeBits } from '@app/kit/bits.ts';
import { encodeFurtherCriteria } from '@app/contracts/further-bits.ts';
import { unmetRequirements } from '../studies/unmet-requirements.ts';
import { toStoredProfile } from '../matching-profiles/matching-profile.ts';
import type { Db } from '../schema.ts';
import type { Applied } from './add-decisions.ts';
import type { DemoStudy } from './demo-study.ts';

/** Each study starts at another person of the list, so that few people apply to every study. */
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
    // People who applied to an earlier study may be excluded, so there may be no application.
    if (outcome?.appliedAt) applied.push({ id, applicantId: userId, isQualified, appliedAt });
  }
  return applied;
}
