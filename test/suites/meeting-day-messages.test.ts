import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readPush, savePushSubscription } from '@app/contracts/identity/push.ts';
import {
  type OwnBooking,
  listOwnBookings,
  recordCall,
  rescheduleBooking,
  showNumber,
} from '@app/contracts/project/bookings.ts';
import { changeMeeting } from '@app/contracts/project/study-calls.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { clock } from '@app/words/clock.ts';
import { shortDay } from '@app/words/days.ts';
import { pushWords } from '@app/words/push.ts';
import { notifyOfChanges } from '../../services/project/test/applicants.ts';
import { runJobsNow, untilSent } from '../../services/project/test/jobs.ts';
import * as meetings from '../../services/project/test/meetings.ts';
import { type TestApp, startTestApp } from '../support/app.ts';
import { registerParticipant, registerResearcher, testPhoneNumber } from '../support/people.ts';
import { insertPhoneNumber } from '../support/phones.ts';
import { type PushService, openPushBrowser, startPushService } from '../support/push-service.ts';
import { type TextPhones, startTextPhones } from '../support/text-phones.ts';

let service: PushService;
let phones: TextPhones;
let app: TestApp;
let researcher: SignedInUser;
beforeAll(async () => {
  [service, phones] = await Promise.all([startPushService(), startTextPhones()]);
  app = await startTestApp({
    ...phones.settings,
    DECISION_NOTICE_SECONDS: 3600,
    PUSH_SERVICES: [service.origin],
  });
  researcher = await registerResearcher(app, { verified: true });
});
afterAll(async () => {
  await app.close();
  service.stop();
  await phones.stop();
});

const HALL = { meetingWay: 'IN_PERSON', meetingDetails: { place: 'Hall A', landmark: 'Gate' } } as const;
let participant: SignedInUser;
let number: string;
let browser: ReturnType<typeof openPushBrowser>;
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
  number = `+233${testPhoneNumber(participant.userId).replaceAll(/\D/g, '').slice(-9)}`;
  await insertPhoneNumber(app, participant, number);
  browser = openPushBrowser(service.origin);
  const { publicKey } = (await app.call(readPush, { as: participant })).content;
  const body = { endpoint: browser.endpoint, ...browser.keys, publicKey, isRenewal: false };
  await app.call(savePushSubscription, { as: participant, body });
});

type Meeting = Awaited<ReturnType<typeof meetings.makeBooked>>;
const makeBooked = async (plan: Parameters<typeof meetings.makeBooked>[2] = {}): Promise<Meeting> => {
  const meeting = await meetings.makeBooked(app, { researcher, participant }, plan);
  await notifyOfChanges(app);
  await untilSent(app);
  return meeting;
};
const callOnce = async ({ booking }: Meeting) => {
  const own = { as: researcher, params: { id: booking.id } };
  await meetings.moveStart(app, booking.id, '5 minutes');
  await app.call(showNumber, own);
  await app.call(recordCall, { ...own, body: { outcome: 'NO_ANSWER' } });
};
const move = async ({ booking, study }: Meeting) => {
  const body = { slotId: await meetings.freshSlot(app, study.id) };
  await app.call(rescheduleBooking, { as: participant, params: { id: booking.id }, body });
  await notifyOfChanges(app);
};
const changePlace = async ({ booking, study }: Meeting) => {
  await meetings.moveStart(app, booking.id, '-5 hours');
  const body = { place: 'Hall B', landmark: 'Pool' };
  await app.call(changeMeeting, { as: researcher, params: { id: study.id }, body });
  await runJobsNow(app, 'place-changes');
};
const remindOfTomorrow = async ({ booking }: Meeting) => {
  await meetings.makeTimePass(app, booking.id, '9 days');
  // The text about a meeting in the morning waits until the evening before.
  const hours = (new Date().getUTCHours() + 23) % 24 >= 12 ? 23 : 11;
  await meetings.moveStart(app, booking.id, `-${hours} hours`);
  await meetings.runMeetingSchedule(app);
};
/** Texts have plain spaces. */
const when = ({ startsAt }: OwnBooking) =>
  `${shortDay(startsAt!).replace('\u00A0', ' ')}, ${clock(startsAt!)}`;
const callUntil = ({ endsAt }: OwnBooking) =>
  clock(new Date(Date.parse(endsAt!) + 15 * 60_000).toISOString());
const words = ({ proofWords }: OwnBooking) =>
  `Your words for it: ${proofWords!.first}, ${proofWords!.second}.`;
const callWords = ({ proofWords }: OwnBooking) =>
  `The caller must say ${proofWords!.first}. Then you say ${proofWords!.second}.`;

test.each<
  [keyof typeof pushWords, typeof HALL | {}, (meeting: Meeting) => Promise<void>, (own: OwnBooking) => string]
>([
  [
    'CALL_UNANSWERED',
    {},
    callOnce,
    (own) => `tried to call you at ${clock(own.calls[0]!)}. They will try again until ${callUntil(own)}.`,
  ],
  ['MEETING_MOVED', {}, move, (own) => `is now on ${when(own)}. ${callWords(own)}`],
  ['MEETING_MOVED', HALL, move, (own) => `is now on ${when(own)}. ${words(own)} To see it`],
  ['PLACE_CHANGED_SOON', HALL, changePlace, (own) => `on ${when(own)} has a new place or link.`],
  ['MEETING_TOMORROW', {}, remindOfTomorrow, (own) => `is on ${when(own)}. ${callWords(own)}`],
])(
  '%s arrives as a text with the data of the meeting %j, and as a push',
  async (kind, plan, happen, part) => {
    const meeting = await makeBooked(plan);
    service.received.length = 0;
    await happen(meeting);
    await untilSent(app);
    const { content } = await app.call(listOwnBookings, { as: participant });
    expect(await phones.next(number)).toContain(part(content[0]!));
    expect(phones.read(number)).toHaveLength(1);
    const pushes = service.received.map(({ body }) => browser.read(body));
    const path = paths.meetingFromEmail(meeting.booking.id);
    expect(pushes).toEqual([{ ...pushWords[kind], path, tag: expect.any(String) }]);
  },
);
