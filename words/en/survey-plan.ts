import type { Placeholder } from '@app/contracts/project/survey.ts';

export const surveyPlanWords = {
  address: 'Link to your survey',
  addressHint: 'It begins with https://. The buttons insert a placeholder. We replace it for each person.',
  placeholders: {
    PARTICIPANT: 'their code',
    STUDY: 'this study',
    SESSION: 'each start',
    RETURN: 'the way back',
  } satisfies Record<Placeholder, string>,
  noParticipant: 'Without {{PARTICIPANT}}, your answers have no code. Then you cannot see who answered.',
  codesFollow: 'You get the return link and the completion code when you publish.',
  minutes: 'How many minutes does it take?',
  minutesHint: 'From 1 to 240. People see this, and the pay for an hour.',
  closesOn: 'Open until',
  closesOnHint: 'People can start until the end of this day.',
  choosing: 'When can people start?',
  screenOutPay: 'Pay for people who are screened out (GH₵)',
  screenOutPayHint: 'Your survey ends early for people who do not fit. With 0, they are not paid.',
} as const;
