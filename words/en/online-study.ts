import { cedis } from '@app/words/cedis.ts';

/** Lists of studies do not load these words. */
export const onlineStudyWords = {
  openUntil: 'Open until',
  survey: 'You answer a survey on another website. At its end, you come back here.',
  surveyAtOnce: 'If your answers fit, you can start at once.',
  paidForSurvey:
    'By mobile money, after the researcher approves your answers, or after 3 days. Late surveys, and very fast ones without a code, always need approval.',
  screenedOut: 'If it ends early',
  screenOutPay: (incentive: number) =>
    incentive > 0
      ? `If the survey finds that you do not fit, you get ${cedis(incentive * 100)}.`
      : 'If the survey finds that you do not fit, you get no pay.',
  moreOnline: 'More about this study',
} as const;
