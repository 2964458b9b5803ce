import type { EmailKind } from '@app/contracts/emails.ts';
import { SILENCE_HOURS, bonusForLonger } from '@app/contracts/project/submission-choices.ts';
import { accountCheckWords } from './account-check.ts';
import { cedis } from './cedis.ts';
import { onlineStudyWords } from './online-study.ts';
import { studyDetailsWords as studyDetails } from './study-details.ts';
import { studySurveyWords } from './study-survey.ts';
import { submissionWords as words } from './submissions.ts';

type Params = Partial<Record<string, string>>;
interface Words {
  subject: string;
  body(params: Params): string[];
  details(params: Params): Record<string, string | undefined>;
  action: string;
}

const inWords = (texts: Readonly<Record<string, string>>, code = '') => texts[code];
const toSurvey = 'Open the survey in My Studies';

/** If a code came too late, there is no place left to pay it from. */
const withoutDecision = (outcome?: string) =>
  outcome === 'LATE'
    ? `Without your decision, it is returned unpaid after ${SILENCE_HOURS} hours.`
    : `Without your decision, it is approved and paid after ${SILENCE_HOURS} hours.`;

const openBefore = (when: string) =>
  `Please open the survey before ${when}. After that, someone else may get your place.`;

const surveyPayRows = (incentive = '0') =>
  Number(incentive) > 0
    ? {
        [studyDetails.incentive]: cedis(Number(incentive) * 100),
        [studyDetails.whenPaid]: onlineStudyWords.paidForSurvey,
      }
    : { [studyDetails.incentive]: studyDetails.notPaid };

/** `when` and `until` are instants, which are written in GMT. */
export const surveyEmailWords = {
  SURVEY_PLACE: {
    subject: 'You have a place in a survey',
    body: ({ when = '', asks }) => [openBefore(when), ...(asks ? [accountCheckWords.email] : [])],
    details: ({ study, company, incentive, minutes = '' }) => ({
      Study: study,
      Company: company,
      ...surveyPayRows(incentive),
      'How long': `${minutes} minutes`,
    }),
    action: toSurvey,
  },
  SURVEY_ENDS_SOON: {
    subject: 'Your time for a survey ends soon',
    body: ({ when = '', stage }) => [
      stage === 'NOT_STARTED' ? openBefore(when) : `You can finish the survey until ${when}.`,
      ...(stage === 'CAN_EXTEND' ? ['If you need more time, you can get it once, in My Studies.'] : []),
    ],
    details: ({ study }) => ({ Study: study }),
    action: toSurvey,
  },
  SURVEY_REJECTED: {
    subject: 'Your survey was rejected',
    body: ({ until = '' }) => [
      'The researcher rejected your survey. A rejected survey is not paid.',
      `If you disagree, tell us before ${until}, in My Studies. We read both sides and decide.`,
    ],
    details: ({ study, why, reason }) => ({
      Study: study,
      Reason: inWords(words.rejectionReason, why),
      'The researcher wrote': reason,
    }),
    action: 'See the survey in My Studies',
  },
  SURVEY_DISPUTED: {
    subject: 'Please decide about a rejected survey',
    body: ({ id = '', status, outcome }) => [
      'Please read both sides and decide.',
      ...(status === 'REJECTION_REQUESTED' ? [withoutDecision(outcome)] : []),
      `npm run admin -- decide-survey ${id} approve|reject <reason>`,
    ],
    details: ({ study, id, outcome, minutes, why, reason, story, note }) => ({
      Study: study,
      'Id of the survey': id,
      'How it was finished': inWords(words.outcome, outcome),
      'Minutes taken': minutes,
      'Reason of the rejection': inWords(words.rejectionReason, why),
      'The researcher wrote': reason,
      'The participant wrote': note,
      'The participant objects': story,
    }),
    action: 'See the study',
  },
  SURVEY_DECIDED: {
    subject: 'We have decided about a survey',
    body: ({ isPaid }) => [
      'We have read both sides about this survey. Our decision is final.',
      ...(isPaid ? ['The survey counts, so you are paid for it.'] : []),
    ],
    details: ({ study, participant, status, ours, why, reason }) => ({
      Study: study,
      Participant: participant,
      'We decided': inWords(words.adminDecision, status),
      'Our reason': ours,
      'Reason of the researcher': inWords(words.rejectionReason, why),
      'The researcher wrote': reason,
    }),
    action: 'See the study',
  },
  SURVEYS_WAIT: {
    subject: 'Surveys wait for your approval',
    body: ({ count }) => [
      count === '1' ? 'A survey waits for your approval.' : `${count} surveys wait for your approval.`,
      `After ${SILENCE_HOURS} hours without an answer, we approve and pay a survey.`,
      'But surveys after the deadline, and very fast ones without a code, always wait for you.',
    ],
    details: ({ study }) => ({ Study: study }),
    action: 'See the surveys',
  },
  SURVEY_CORRECTED: {
    subject: 'A survey that you opened has a new address',
    body: () => [
      'The researcher has corrected the address of this survey.',
      'If the survey did not work, please open it again. If you have finished it, you need not do anything.',
    ],
    details: ({ study }) => ({ Study: study }),
    action: toSurvey,
  },
  SURVEY_PAUSED: {
    subject: 'Your study is paused: please test its survey',
    body: () => [
      'Three people finished the survey within an hour, and none came back with a code.',
      'The survey may not show its code, or the code may be wrong. We paused the study, so no one else starts.',
      'Please test the survey, and then resume the study.',
    ],
    details: ({ study }) => ({ Study: study }),
    action: 'See the study',
  },
  SURVEY_LONGER: {
    subject: 'Your survey takes longer than you said',
    body: ({ minutes, median, pay }) => [
      `You said ${minutes} minutes. Half of the participants took ${median} minutes or more.`,
      'Your study now says so. Please say the right time in your next study.',
      ...(pay === '0'
        ? []
        : [studySurveyWords.bonus(bonusForLonger(Number(pay), Number(minutes), Number(median)))]),
    ],
    details: ({ study }) => ({ Study: study }),
    action: 'See the study',
  },
} satisfies Partial<Record<EmailKind, Words>>;
