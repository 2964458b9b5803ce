import { expect, test } from 'vitest';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { useRace } from '@app/test/support/meeting-races.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { accept, book, freshSlot, moveStart } from '#test/meetings.ts';

const PEOPLE = 5;

const race = useRace({ DECISION_NOTICE_SECONDS: 0 });

test('someone marked while they withdraw uses a place only if they are to be paid', () =>
  race.rounds(async () => {
    const { app, researcher } = race;
    const study = await makePaidStudy(app, researcher);
    const met = await Promise.all(
      race.people.slice(0, PEOPLE).map(async (participant, index) => {
        const applicationId = await accept(app, { researcher, participant, study });
        const { content } = await book(app, participant, study.id, await freshSlot(app, study.id));
        await moveStart(app, content.id, `${60 + index} minutes`);
        return { participant, applicationId, bookingId: content.id };
      }),
    );
    const answers = await race.callers<{ status: number }>((index, caller) => {
      const { participant: as, applicationId, bookingId } = met[index % PEOPLE] as (typeof met)[number];
      if (index % 2 === 0) return caller.call(withdrawApplication, { as, params: { id: applicationId } });
      const outcome = index % 3 === 0 ? 'UNMARKED' : 'ATTENDED';
      return caller.call(markAttendance, { as: researcher, params: { id: bookingId }, body: { outcome } });
    });
    expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThanOrEqual(PEOPLE);
  }));
