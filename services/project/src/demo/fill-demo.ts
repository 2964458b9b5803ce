import { DEMO_PEOPLE, demoId } from '@app/demo/people.ts';
import { ABENA, madeUpParticipants } from '@app/demo/participants.ts';
import { transaction } from '@app/kit/database.ts';
import { notifyWaiting } from '../notifications/notify-applicants.ts';
import { insertNotification } from '../notifications/write-notifications.ts';
import { toStoredProfile } from '../matching-profiles/matching-profile.ts';
import { insertProfiles } from '../matching-profiles/write-profile.ts';
import { insertProject } from '../projects/write-project.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { writeQuotas } from '../studies/quotas.ts';
import { insertStudy } from '../studies/edit-study.ts';
import { updateState } from '../studies/transition-study.ts';
import { markPublished } from '../studies/publish-study.ts';
import { writeExcludedStudies } from '../studies/exclusions.ts';
import { parseMinuteOfLabel } from '../studies/recruitment-status.ts';
import { insertSlots } from '../slots/write-slots.ts';
import { addDemoApplicants, DAYS_TO_DECIDE, addDemoDecisions } from './add-applicants.ts';
import { addDemoMeetings, addDemoSubmissions, insertDemoCompletionCodes } from './add-meetings.ts';
import { type DemoStudy, asNewStudy, asOnlinePlan, asPlan, daysFrom } from './demo-study.ts';
import { gettingAround } from './getting-around.ts';
import { healthAndLearning } from './health-and-learning.ts';
import { mobileMoney } from './mobile-money.ts';

export const DEMO_PROJECTS = [healthAndLearning, gettingAround, mobileMoney];

const { ama } = DEMO_PEOPLE;
const demoProjectId = (place: number) => demoId(100 + place);
const demoStudyId = (place: number) => demoId(200 + place);

/**
 * The row of a deleted project stays. So if a user deletes the demo's project, the demo is not filled again.
 */
export async function fillDemo(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  now: Date = new Date(),
): Promise<void> {
  const publicUrl = config.PUBLIC_URL ?? 'http://localhost:3000';
  await transaction(db, async (trx) => {
    let studyPlace = 0;
    const ids = new Map<string, string>();
    for (const [place, project] of DEMO_PROJECTS.entries()) {
      const { projectName, description, studies } = project;
      const id = demoProjectId(place);
      const createdAt = daysFrom(now, place - 20);
      if (!(await insertProject(trx, { id, creatorId: ama.userId, projectName, description, createdAt })))
        return;
      if (place === 0) await insertProfiles(trx, [ABENA, ...madeUpParticipants()].map(toProfileRow));
      for (const study of studies) {
        const [studyId, excludedStudyId] = [demoStudyId(studyPlace), ids.get(study.excludesStudy ?? '')];
        await addStudy(
          trx,
          { study, studyId, projectId: id, place: studyPlace, excludedStudyId, publicUrl },
          now,
        );
        ids.set(study.name, studyId);
        studyPlace += 1;
      }
    }
    await insertNotification(trx, {
      userId: ama.userId,
      key: 'demo:company-accepted',
      kind: 'COMPANY_ACCEPTED',
      params: {},
      createdAt: daysFrom(now, -21),
    });
  });
}

const toProfileRow = (person: typeof ABENA) => ({ userId: person.userId, ...toStoredProfile(person) });

interface Placed {
  study: DemoStudy;
  studyId: string;
  projectId: string;
  place: number;
  excludedStudyId: string | undefined;
  publicUrl: string;
}

async function addStudy(
  trx: Db,
  { study, studyId, projectId, place, excludedStudyId, publicUrl }: Placed,
  now: Date,
): Promise<void> {
  const { companyName } = ama;
  const publishedAt = daysFrom(
    now,
    -((study.plan ?? study.online)?.publishedDaysAgo ?? 0) - 0.1 - place / 100,
  );
  const body = asNewStudy(study, projectId, now);
  await insertStudy(trx, { ...body, id: studyId, companyName, createdAt: daysFrom(publishedAt, -1) });
  const own = { studyId, userId: ama.userId };
  if (excludedStudyId !== undefined) {
    const excludedStudies = { studies: [excludedStudyId], who: ['APPLIED' as const], weeks: null };
    await writeExcludedStudies(trx, own, excludedStudies, () => {
      throw new Error('The demo can exclude participants of its own studies only');
    });
  }
  const online = asOnlinePlan(study, now, publicUrl);
  if (online) {
    await markPublished(trx, own, { ...online, companyName, publishedAt });
    await insertDemoCompletionCodes(trx, studyId);
    const placed = { study, studyId, place };
    const applied = await addDemoApplicants(
      trx,
      { ...placed, body },
      { from: publishedAt, until: daysFrom(now, -DAYS_TO_DECIDE - 0.5) },
    );
    await addDemoDecisions(trx, placed, applied, now);
    await addDemoSubmissions(trx, placed, applied, now);
    return;
  }
  const plan = asPlan(study, now);
  if (!plan) return;
  await markPublished(trx, own, { ...plan, companyName, publishedAt });
  await insertSlots(trx, studyId, {
    days: plan.availableDates,
    minutes: plan.availableTimes.map(parseMinuteOfLabel),
    seats: plan.seatsPerSlot,
  });
  await writeQuotas(trx, studyId, study.quotas ?? []);
  // Applicants with a meeting were accepted some days before it.
  const time = { from: publishedAt, until: study.isAllAccepted ? daysFrom(now, -DAYS_TO_DECIDE - 1) : now };
  const applications = await addDemoApplicants(trx, { study, body, studyId, place }, time);
  await addDemoDecisions(trx, { study, studyId, place }, applications, now);
  await addDemoMeetings(trx, { study, studyId, place }, applications, now);
  if (study.isPaused) await updateState(trx, own, { from: ['PUBLISHED'], to: 'PAUSED' });
  if (!study.isClosed) return;
  await updateState(trx, own, { from: ['PUBLISHED'], to: 'CLOSED' });
  await notifyWaiting(trx, { studyId, publicName: study.publicName });
}
