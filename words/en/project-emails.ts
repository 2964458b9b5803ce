import type { EmailKind } from '@app/contracts/emails.ts';
import { ABSENCE_WINDOW_DAYS, BLOCK_DAYS, OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';

import { accountCheckWords } from './account-check.ts';
import { choiceWords } from './choices.ts';
import { shortDay } from './days.ts';
import { studyDetailsWords as studyDetails } from './study-details.ts';
import { surveyEmailWords } from './survey-emails.ts';

/** All times are instants, which are written in GMT. `study` is the public name. */
type Params = Partial<
  Record<'study' | 'participant' | 'when' | 'was' | 'until' | 'way' | 'place' | 'bring' | 'reason', string>
>;

const meetingRows = ({ study, when, way, place, bring, ...words }: Params & Record<string, string>) => ({
  Study: study,
  When: when,
  How: way,
  Where: place,
  'Please bring': bring,
  'First word': words['firstWord'],
  'Second word': words['secondWord'],
  'At the meeting': words['wordsRule'],
});

const payRows = (incentive = '0'): Record<string, string> =>
  Number(incentive) > 0
    ? {
        [studyDetails.incentive]: studyDetails.paid(Number(incentive)),
        [studyDetails.whenPaid]: studyDetails.leaves,
      }
    : { [studyDetails.incentive]: studyDetails.notPaid };

/** `asks` is set if a participant who is paid must confirm the number. */
const accountQuestion = (asks: string | undefined) => (asks ? [accountCheckWords.email] : []);

const byParticipant = ({ study, participant, when }: Params) => ({
  Study: study,
  Participant: participant,
  When: when,
});

export const applicantsLine = ({ name, count }: { name: string; count: number }) =>
  `${name}: ${count === 1 ? '1 person' : `${count} people`}`;

export const furtherStudies = (count: number) => (count === 1 ? '1 more study' : `${count} more studies`);

interface Words {
  subject: string;
  body(params: Params & Record<string, string>): string[];
  details(params: Params & Record<string, string>): Record<string, string | undefined>;
  action: string;
}

const toMyStudies = 'See my meetings';
const toMeetings = 'See the meetings of that day';
const cancelRule =
  'If you cannot come, please change the time or cancel early. Then someone else can book it.';

const placeChanged: Words = {
  subject: 'The place or link of your meeting has changed',
  body: ({ isFree }) => [
    'The researcher has changed where you meet, or what to bring. The time stays the same.',
    'The attached calendar file has the change.',
    ...(isFree ? ['If you cannot come to the new place, you can change the time or cancel freely.'] : []),
  ],
  details: meetingRows,
  action: toMyStudies,
};

const declineReasonText = (reason = '') =>
  Object.hasOwn(choiceWords.declineReason, reason)
    ? choiceWords.declineReason[reason as keyof typeof choiceWords.declineReason]
    : undefined;

/** Returns "Tue 24 Nov", or the count with the first and the last day. */
function daysIn(days: readonly string[]): string {
  const said = days.map((day) => shortDay(day));
  const [first = '', last = first] = [said[0], said.at(-1)];
  return said.length < 2 ? first : studyDetails.manyDays(said.length, first, last);
}

/** Locked phones show subjects, so a subject names no person and no study. */
export const projectEmailWords: Record<EmailKind, Words> = {
  APPLICATION_ACCEPTED: {
    subject: 'You have been accepted',
    body: ({ asks }) => [
      'The researcher would like to meet you. Please choose a time.',
      'Times are first come, first served. You can change yours later.',
      ...accountQuestion(asks),
    ],
    details: ({ study, company, incentive, length, way, days = '' }) => ({
      Study: study,
      Company: company,
      ...payRows(incentive),
      'How long': length,
      'How you meet': way,
      'Which days': daysIn(days.split(' ').filter(Boolean)),
    }),
    action: 'Choose a time',
  },
  APPLICATION_DECLINED: {
    subject: 'An answer to your application',
    body: () => [
      'The researcher did not accept your application. The reason is below. Please try another study, which may fit you better.',
    ],
    details: ({ study, reason }) => ({ Study: study, Reason: declineReasonText(reason) }),
    action: 'Browse studies',
  },
  CONSENT_GIVEN: {
    subject: 'The consent text you accepted',
    body: ({ text = '' }) => [
      'You accepted this text. Please keep this email.',
      ...text.split(/\n+/).filter(Boolean),
      'You can withdraw your consent at any time, in My Studies.',
    ],
    details: ({ study, version, when }) => ({ Study: study, Version: version, 'Accepted on': when }),
    action: 'See My Studies',
  },
  CONSENT_CHANGED: {
    subject: 'Please read a new consent text',
    body: () => [
      'The researcher has changed the consent text of this study.',
      'Please read it and accept it if you wish. You cannot take part before that.',
    ],
    details: ({ study }) => ({ Study: study }),
    action: 'Read it in My Studies',
  },
  APPROVAL_ENDS: {
    subject: 'An ethics approval ends soon',
    body: () => [
      'A participant has booked a time after the approval ends.',
      'Please update the approval in your study, or cancel that meeting.',
    ],
    details: ({ study, day = '' }) => ({ Study: study, 'Last day': daysIn([day]) }),
    action: 'See the study',
  },
  STUDIES_FIT: {
    subject: 'New studies fit your profile',
    body: ({ count }) => [
      count === '1'
        ? 'One new study that fits you has opened since yesterday.'
        : `${count} new studies that fit you have opened since yesterday.`,
    ],
    details: ({ studies }) => ({ Studies: studies }),
    action: 'Browse studies',
  },
  APPLICANT_FIRST: {
    subject: 'Someone has applied to your study',
    body: () => [
      'This is the first application to this study.',
      'We email you about more applicants once a day, in the morning.',
    ],
    details: ({ study }) => ({ Study: study }),
    action: 'See who applied',
  },
  APPLICANTS_NEW: {
    subject: 'More people have applied to your studies',
    body: ({ count }) => [
      count === '1'
        ? 'One more person has applied since yesterday morning and is waiting for your answer.'
        : `${count} more people have applied since yesterday morning and are waiting for your answer.`,
    ],
    details: ({ studies }) => ({ Studies: studies }),
    action: 'See who applied',
  },
  MEETING_BOOKED: {
    subject: 'Your meeting is booked',
    body: ({ asks }) => [
      'You have booked a time to meet. A calendar file is attached.',
      ...accountQuestion(asks),
      cancelRule,
    ],
    details: ({ incentive, ...params }) => ({ ...meetingRows(params), ...payRows(incentive) }),
    action: toMyStudies,
  },
  MEETING_MOVED: {
    subject: 'The time of your meeting has changed',
    body: ({ was }) => [`Your meeting has a new time. It was on ${was} before.`, cancelRule],
    details: meetingRows,
    action: toMyStudies,
  },
  CALL_UNANSWERED: {
    subject: 'The researcher tried to call you',
    body: ({ since, until }) => [
      `The researcher tried to call you at ${since} and will try again until ${until}.`,
      'Please keep your phone near you. The caller must say the first of your two words. See them under My Studies.',
    ],
    details: ({ study, when }) => ({ Study: study, When: when }),
    action: toMyStudies,
  },
  PLACE_CHANGED: placeChanged,
  PLACE_CHANGED_SOON: placeChanged,
  MEETING_CANCELLED: {
    subject: 'Your meeting is cancelled',
    body: ({ reason, pay, keeps, proposed, until }) => [
      reason === '' ? 'Your meeting was cancelled.' : 'The researcher has cancelled your meeting.',
      ...(proposed
        ? [
            `The researcher proposes ${proposed}. Book it, or choose another time.`,
            `We keep it for you until ${until}.`,
          ]
        : []),
      ...(keeps && !proposed ? ['You keep your place in the study and can choose another time.'] : []),
      ...(pay ? ['The cancelled meeting counts as if you came. You are paid for this study.'] : []),
      ...(pay === 'PAID_AND_OPEN'
        ? ['You can choose another time if you wish, but you are not paid again.']
        : []),
    ],
    details: ({ study, when, reason }) => ({ Study: study, When: when, 'The researcher wrote': reason }),
    action: toMyStudies,
  },
  MEETING_TOMORROW: {
    subject: 'You have a meeting within 24 hours',
    body: () => ['Please press the button to tell the researcher that you will be there.', cancelRule],
    details: meetingRows,
    action: 'I will be there',
  },
  MEETING_SOON: {
    subject: 'Your meeting starts within two hours',
    body: ({ isCall }) => [`Please be on time.${isCall ? ' You may not know the caller’s number.' : ''}`],
    details: meetingRows,
    action: toMyStudies,
  },
  MEETING_MISSED: {
    subject: 'You were marked absent from a meeting',
    body: ({ until }) => [
      'The researcher marked that you did not come to this meeting.',
      `If you were there, please tell us before ${until}. We will look into it.`,
      `If you miss two meetings within ${ABSENCE_WINDOW_DAYS} days, you cannot apply for ${BLOCK_DAYS} days.`,
    ],
    details: ({ study, when }) => ({ Study: study, When: when }),
    action: 'I was there',
  },
  MEETING_DISPUTED: {
    subject: 'A participant disputes a meeting',
    body: () => [
      'A participant disagrees about this meeting. We read both sides and decide.',
      'Please read what they wrote, and tell us what happened.',
      'If they are right, change your mark. Then the dispute ends.',
    ],
    details: ({ report, ...params }) => ({ ...byParticipant(params), 'They say': report }),
    action: 'Write your side',
  },
  MEETING_DECIDED: {
    subject: 'We have decided about a meeting',
    body: ({ isPaid }) => [
      'You and the other side disagreed about this meeting. We have read both sides.',
      ...(isPaid ? ['It counts as attended, so you are paid for it.'] : []),
    ],
    details: ({ study, when, decision, reason }) => ({
      Study: study,
      When: when,
      'We decided': decision,
      Reason: reason,
    }),
    action: 'See the meeting',
  },
  TIME_BOOKED: {
    subject: 'A participant has booked a time',
    body: ({ booked }) => [
      booked
        ? 'More participants have booked the same time.'
        : 'A participant has booked a meeting with you.',
    ],
    details: ({ booked, seats = '', ...params }) => ({
      ...byParticipant(params),
      Booked: booked && `${booked} of ${seats}`,
    }),
    action: toMeetings,
  },
  TIME_MOVED: {
    subject: 'A participant has changed a meeting time',
    body: ({ was }) => [`A participant has changed the time of a meeting. It was on ${was} before.`],
    details: byParticipant,
    action: toMeetings,
  },
  TIME_CANCELLED: {
    subject: 'A participant cannot come to a meeting',
    body: ({ reason }) => [
      reason === ''
        ? 'A participant has cancelled. The time is free for others again.'
        : 'A participant has cancelled and wrote why. The time is free for others again.',
    ],
    details: ({ reason, ...params }) => ({ ...byParticipant(params), 'They wrote': reason }),
    action: toMeetings,
  },
  MEETINGS_UNMARKED: {
    subject: 'Please mark who came',
    body: () => [
      'A meeting has ended. Please mark who came.',
      `If you do not mark it within ${OPEN_HOURS} hours, it counts as attended.`,
    ],
    details: ({ study, when }) => ({ Study: study, When: when }),
    action: 'Mark who came',
  },
  TIME_OFFERED: {
    subject: 'A time to meet is free for you',
    body: ({ until }) => [
      `A time has become free, and you are next on the waiting list. We keep it for you until ${until}.`,
    ],
    details: ({ study, when }) => ({ Study: study, When: when }),
    action: 'Book or decline this time',
  },
  TIMES_FREE: {
    subject: 'A time to meet has become free',
    body: () => [
      'A time has become free. Everyone on the waiting list gets this email. The first person to book gets the time.',
    ],
    details: ({ study }) => ({ Study: study }),
    action: 'Choose a time',
  },
  TIME_NOT_CHOSEN: {
    subject: 'Please choose a time to meet',
    body: () => ['You are accepted for a study. You have not chosen a time to meet yet.'],
    details: ({ study }) => ({ Study: study }),
    action: 'Choose a time',
  },
  ATTENDANCE_DISPUTED: {
    subject: 'Please decide a dispute about a meeting',
    body: ({ since }) => [
      since
        ? `A participant and a researcher disagree about a meeting. They have waited since ${since}. Please read both sides and decide.`
        : 'A participant and a researcher disagree about a meeting. Please read both sides and decide.',
    ],
    details: ({ study, when, marked, report, story, answer, shown, confirmed }) => ({
      Study: study,
      When: when,
      'Marked by the researcher': marked,
      'Reported by the participant': report,
      'The participant wrote': story,
      'The researcher wrote': answer,
      'Researcher viewed the number': shown,
      'Participant confirmed': confirmed,
    }),
    action: 'Decide',
  },
  ...surveyEmailWords,
  STUDY_SUSPENDED: {
    subject: 'A study that you applied to is paused',
    body: ({ when }) => [
      'We have paused this study while we check it. We keep your application and your answers.',
      ...(when === '' ? [] : ['You do not have to go to your meeting. You can cancel it in My Studies.']),
    ],
    details: ({ study, when }) => ({ Study: study, When: when }),
    action: 'See My Studies',
  },
  OWN_STUDY_SUSPENDED: {
    subject: 'Your study is suspended',
    body: () => [
      'No one can apply, book a time or start your survey. People with a meeting do not have to come.',
      'If the suspension is a mistake, please write to us. You still have to pay what people have earned.',
    ],
    details: ({ study, reason }) => ({ Study: study, Reason: reason }),
    action: 'See the study',
  },
  OWN_STUDY_RESTORED: {
    subject: 'Your study is no longer suspended',
    body: () => ['Your study is as it was before: with its places, its times and its state.'],
    details: ({ study }) => ({ Study: study }),
    action: 'See the study',
  },
  STUDY_REPORTED: {
    subject: 'A participant has reported a study',
    body: () => [
      'Please look into it. With npm run admin, you can revoke the company or suspend the researcher.',
    ],
    details: ({ study, studyId, researcherId, reporterId, reason, text }) => ({
      Study: study,
      'Id of the study': studyId,
      'Id of the researcher': researcherId,
      'Id of the participant': reporterId,
      'What is wrong': reason,
      'The participant wrote': text,
    }),
    action: 'See the study',
  },
  MESSAGE_UNREAD: {
    subject: 'You have a message',
    body: () => ['Someone has written to you about a study.', 'Please read and answer it here.'],
    details: ({ study }) => ({ Study: study }),
    action: 'Read the message',
  },
  MESSAGE_REPORTED: {
    subject: 'Someone has reported a message',
    body: () => ['Please look into it. With npm run admin, you can revoke the company or suspend a person.'],
    details: ({ study, studyId, authorId, reporterId, reason, text, messages }) => ({
      Study: study,
      'Id of the study': studyId,
      'Id of the writer': authorId,
      'Id of the reporter': reporterId,
      'What is wrong': reason,
      'They wrote': text,
      'The message, and two before': messages,
    }),
    action: 'See the study',
  },
};
