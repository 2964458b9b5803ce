import type {
  Application,
  StudyApplication,
  applyToStudy as endpoint,
} from '@app/contracts/project/applications.ts';
import { transaction } from '@app/kit/database.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { factsAt } from '../../facts/facts.ts';
import { hasFacts } from '../../facts/read-facts.ts';
import type { News } from '../../inbox/insert-notification.ts';
import { hidesUnmet, unmetRequirements } from '../../matching/fits.ts';
import type { Db } from '../../schema.ts';
import { consentedOf } from '../consent/agreements.ts';
import { hasCellOf } from '../../studies/cells.ts';
import { daysLeft, standingOf } from '../../studies/standing.ts';
import { firstStep } from '../history.ts';
import { queueFirst } from '../review/applicant-letters.ts';
import { insertAtOnce } from './accept-at-once.ts';
import { type ShownStudy, findShownStudy } from './find-shown-study.ts';
import { type NewApplication, insertAgreed, insertApplication } from './insert-application.ts';
import { judgeResponses } from './judge-responses.ts';
import { findOwnApplication } from './list-applications.ts';

interface Attempt {
  /** The same in every try of one call, so that a try after a crash finds what the one before it wrote. */
  id: string;
  studyId: string;
  applicantId: string;
  responses: StudyApplication['responses'];
  consentVersion: number;
}

type ApplyFail = Fail<(typeof endpoint)['errors'][number]>;

/**
 * Applies to a study: one application per participant and study, with a notification to the researcher. What cannot
 * change after publishing is checked first; the insert itself decides whether the study is open and this the first
 * application. A repeat gets ALREADY_APPLIED even if the study is full or closed by now: what they sent has arrived
 * (BR5).
 */
export async function applyToStudy(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts' | 'readFacts'>,
  attempt: Attempt,
  fail: ApplyFail,
): Promise<Application> {
  const { db, openPages, readFacts } = deps;
  const { id, studyId, applicantId, responses, consentVersion } = attempt;
  const study = await findShownStudy(db, studyId, applicantId);
  if (!study) return fail('STUDY_NOT_FOUND');
  if (study.hasApplied) return (await findRepeated(db, attempt, fail)) ?? fail('ALREADY_APPLIED');
  const isAtOnce = study.choosing === 'AT_ONCE';
  const standing = standingOf(study);
  if (standing !== 'OPEN' && !(isAtOnce && standing === 'FULL')) return fail(`STUDY_IS_${standing}`);
  // All its slots are past, and a job closes it within minutes (close-ended.ts).
  if (daysLeft(study, study.now).length === 0) return fail('STUDY_IS_CLOSED');
  if (study.blockedUntil) {
    const until = study.blockedUntil.toISOString();
    return fail('APPLYING_IS_BLOCKED', [{ rule: `blockedUntil ${until}` }]);
  }
  const facts = await readFacts(applicantId);
  if (!hasFacts(facts)) return fail(facts);
  const [unmet] = unmetRequirements(study, factsAt(facts, study.publishedAt));
  if (unmet === 'GROUP') {
    // Who chooses a time at once waits where the places of their group are taken, as in a full study.
    if (!isAtOnce || !(await hasCellOf(db, studyId, factsAt(facts, study.publishedAt))))
      return fail(hidesUnmet(study, facts) ? 'STUDY_DOES_NOT_FIT' : 'GROUP_IS_FULL');
  } else if (unmet !== undefined) return fail('STUDY_DOES_NOT_FIT');
  const isQualified = judgeResponses(study.screeners, responses);
  if (isQualified === undefined) {
    return fail('INVALID_INPUT', [{ rule: 'answerEveryQuestion', field: 'responses' }]);
  }

  const { keepsSomeOut } = study;
  const application = { id, studyId, applicantId, responses, isQualified, consentVersion, keepsSomeOut };
  const news = {
    userId: study.creatorId,
    key: `applied:${id}`,
    kind: 'NEW_APPLICANT' as const,
    params: { studyId: study.id, study: study.name, applicationId: id },
  };
  const { outcome, isAccepted } = isAtOnce
    ? await insertAtOnce(deps, application, study, news)
    : { outcome: await insertTold(deps, application, study, news), isAccepted: false };
  if (!outcome) return fail('STUDY_NOT_FOUND');
  if (!outcome.appliedAt) {
    const { standing: now, isBarred, isMatched, isAgreed, isKeptOut } = outcome;
    const repeated = await findRepeated(db, attempt, fail);
    // Their token is believed for two seconds more (kit/src/ended-sessions.ts).
    if (isBarred && !repeated) throw new Failure('NOT_SIGNED_IN');
    if (!isMatched && !repeated) return fail('MATCHING_WITHDRAWN');
    if (!isAgreed && !repeated) return fail('CONSENT_NEEDED');
    if (isKeptOut && !repeated) return fail('STUDY_DOES_NOT_FIT');
    return repeated ?? fail(now === 'OPEN' ? 'ALREADY_APPLIED' : `STUDY_IS_${now}`);
  }
  openPages.notify([study.creatorId]);
  const accepted = isAccepted && (await findOwnApplication(db, applicantId, { studyId }));
  if (accepted) return accepted;
  const { publicName, companyName, incentive, durationInMinutes, availableDates } = study;
  return {
    id,
    applicantId,
    status: 'PENDING',
    responses,
    appliedAt: outcome.appliedAt.toISOString(),
    history: [firstStep(outcome.appliedAt)],
    unreadMessages: 0,
    consent: consentedOf({
      consentVersion,
      consentedAt: consentVersion > 0 ? outcome.appliedAt : null,
      consentTakenBackAt: null,
      agreements: null,
    }),
    asksConsent: null,
    study: {
      id: study.id,
      publicName,
      companyName,
      incentive,
      durationInMinutes,
      availableDates,
      standing: 'OPEN',
      isOver: false,
    },
  };
}

/**
 * A transaction costs more than the statement, and is made where there is a letter to write (of a first application, of a consent), or
 * where the person is held.
 */
const insertTold = (
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  application: NewApplication,
  study: ShownStudy,
  news: News,
): ReturnType<typeof insertApplication> =>
  study.hasApplicants && !application.consentVersion && !study.keepsSomeOut
    ? insertApplication(db, application, news)
    : transaction(db, async (trx) => {
        const outcome = await insertAgreed({ jobs }, trx, application, news);
        if (outcome?.appliedAt && !study.hasApplicants) await queueFirst({ jobs }, trx, study);
        return outcome;
      });

/** What an earlier try of this call has written; another application to this study is in its way. */
async function findRepeated(
  db: Db,
  { id, studyId, applicantId }: Attempt,
  fail: ApplyFail,
): Promise<Application | undefined> {
  const own = await findOwnApplication(db, applicantId, { studyId });
  return own && own.id !== id ? fail('ALREADY_APPLIED') : own;
}
