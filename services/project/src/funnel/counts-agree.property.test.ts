import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { countApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import * as bookings from '@app/contracts/project/bookings.ts';
import * as disputeCalls from '@app/contracts/project/disputes.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { FUNNEL_STAGES, readFunnel } from '@app/contracts/project/funnel.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { PLACES, makeFundedBudget } from '@app/test/support/budgets.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { AGREEMENT_SEQUENCES, sequencesOn } from '@app/test/support/sizes.ts';
import { decide } from '#test/applicants.ts';
import { book, freshSlot, makeTimePass, moveStart, runMeetingSchedule } from '#test/meetings.ts';
import { apply, planBody } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
const GENDERS = ['FEMALE', 'MALE'] as const;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});

const STEPS = [
  'ACCEPTED',
  'PENDING',
  'DECLINED',
  'BOOK',
  'CANCEL',
  'BEGIN',
  'ATTENDED',
  'NO_SHOW',
  'TURNED_AWAY',
  'UNMARKED',
  'REPORT',
  'PASS',
] as const;
const act = fc.record({ who: fc.nat(GENDERS.length - 1), step: fc.constantFrom(...STEPS) });

async function makeStudy() {
  const { studyId } = await makeFundedBudget(app, researcher);
  const quotas = [
    { gender: 'FEMALE' as const, places: PLACES - 4 },
    { gender: 'MALE' as const, places: 4 },
  ];
  const body = planBody({ desiredNumberOfParticipants: PLACES, quotas });
  const published = await app.call(publishStudy, { as: researcher, params: { id: studyId }, body });
  expect(published.status).toBe(200);
  // Absences block people, so each study has its own.
  const people = await Promise.all(
    GENDERS.map((gender) => registerParticipant(app, { withProfile: true, demographic: { gender } })),
  );
  const applicationIds: string[] = [];
  for (const person of people) {
    const { status, content } = await apply(app, person, published.content);
    expect(status).toBe(201);
    applicationIds.push(content.id);
  }
  return { studyId, people, applicationIds };
}
type Study = Awaited<ReturnType<typeof makeStudy>>;

const ownBookings = async (as: SignedInUser, { studyId }: Study) =>
  (await app.call(bookings.listOwnBookings, { as, query: { size: 100 } })).content.filter(
    (booking) => booking.studyId === studyId,
  );

async function take({ who, step }: { who: number; step: (typeof STEPS)[number] }, study: Study) {
  const as = study.people[who] as SignedInUser;
  const [last] = await ownBookings(as, study);
  const params = { id: last?.id ?? '' };
  const applicationIds = [study.applicationIds[who] ?? ''];
  switch (step) {
    case 'ACCEPTED':
      return decide(app, researcher, study.studyId, applicationIds, { status: step });
    case 'PENDING':
      return decide(app, researcher, study.studyId, applicationIds, { status: step, cancelsMeeting: true });
    case 'DECLINED':
      return decide(app, researcher, study.studyId, applicationIds, { status: step, reason: 'NOT_A_MATCH' });
    case 'BOOK':
      return book(app, as, study.studyId, await freshSlot(app, study.studyId));
  }
  if (!last) return undefined;
  switch (step) {
    case 'CANCEL':
      return app.call(bookings.cancelBooking, { as, params, body: {} });
    case 'BEGIN':
      return moveStart(app, last.id, '1 hour');
    case 'REPORT':
      return app.call(disputeCalls.reportMeeting, {
        as,
        params,
        body: { kind: 'NOT_A_NO_SHOW', text: 'I came' },
      });
    case 'PASS':
      await makeTimePass(app, last.id, '10 minutes');
      return runMeetingSchedule(app);
    default:
      return app.call(attendanceCalls.markAttendance, { as: researcher, params, body: { outcome: step } });
  }
}

async function readAll(study: Study) {
  const params = { id: study.studyId };
  const as = researcher;
  const pages = await Promise.all(
    study.people.map(async (person, who) => {
      const { content } = await app.call(listOwnApplications, { as: person, query: { size: 100 } });
      const application = content.find(({ id }) => id === study.applicationIds[who]);
      const own = await ownBookings(person, study);
      return { status: application?.status, isPayable: own.some(({ countsAsAttended }) => countsAsAttended) };
    }),
  );
  const list = (await app.call(listApplicants, { as, params, query: { size: 100 } })).content;
  const counts = (await app.call(countApplicants, { as, params })).content;
  const { all } = (await app.call(readFunnel, { as, params })).content;
  const read = (await app.call(readStudy, { as, params })).content;
  if (read.audience !== 'RESEARCHER') throw new Error('Only its researcher reads the study');
  const { rows } = await sql<{ pesewas: number }>`
    select coalesce(sum(pesewas), 0)::int as pesewas from project.payables where study_id = ${study.studyId}`.execute(
    app.engine.owner,
  );
  return { pages, list, counts, all, read, pesewas: rows[0]?.pesewas };
}

async function assertAgreement(study: Study): Promise<void> {
  const { pages, list, counts, all, read, pesewas } = await readAll(study);
  const accepted = pages.filter(({ status }) => status === 'ACCEPTED').length;
  const payableElsewhere = pages.filter(({ status, isPayable }) => isPayable && status !== 'ACCEPTED').length;
  for (const [who, page] of pages.entries()) {
    const row = list.find(({ id }) => id === study.applicationIds[who]);
    expect(row?.status).toBe(page.status);
    expect(row?.payment !== null).toBe(page.isPayable);
  }
  expect(counts.byStatus.ACCEPTED).toBe(accepted);
  expect(counts.byQuota.map((quota) => quota.accepted)).toEqual(
    ['FEMALE', 'MALE'].map(
      (gender) => pages.filter(({ status }, who) => GENDERS[who] === gender && status === 'ACCEPTED').length,
    ),
  );
  const payableCount = pages.filter(({ isPayable }) => isPayable).length;
  expect(counts.byQuota.map(({ met }) => met).reduce((sum, met) => sum + met, 0)).toBe(payableCount);
  expect(all[FUNNEL_STAGES.indexOf('ACCEPTED')]).toBe(accepted);
  expect(all[FUNNEL_STAGES.indexOf('CAME')]).toBe(payableCount);
  expect([read.acceptedCount, read.placesLeft]).toEqual([accepted, PLACES - accepted - payableElsewhere]);
  expect(pesewas).toBe(payableCount * 5000);
}

test('D-70 an applicant’s page, the list, the funnel, the quotas and the budget agree at every moment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 12, size: 'max' }), async (acts) => {
      const study = await makeStudy();
      // Most steps need a mark.
      for (const step of ['ACCEPTED', 'BOOK', 'BEGIN'] as const) await take({ who: 0, step }, study);
      for (const each of acts) {
        const answer = await take(each, study);
        expect(answer?.status ?? 200).toBeLessThan(500);
        await assertAgreement(study);
      }
    }),
    { numRuns: sequencesOn(inject('engine'), AGREEMENT_SEQUENCES) },
  );
});
