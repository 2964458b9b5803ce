import type { EmailKind, PaymentEmailKind } from '@app/contracts/emails.ts';

/** Locked phones show these texts, so they contain no name, study or amount. */
interface PushText {
  title: string;
  body: string;
}

export const pushWords = {
  APPLICATION_ACCEPTED: { title: 'You have been accepted', body: 'Please choose a time.' },
  CONSENT_CHANGED: { title: 'A consent text has changed', body: 'Please read it before you take part.' },
  MEETING_MOVED: { title: 'Your meeting time has changed', body: 'See the new time.' },
  CALL_UNANSWERED: { title: 'The researcher tried to call you', body: 'They will try again soon.' },
  PLACE_CHANGED_SOON: { title: 'Your meeting has changed', body: 'See where you meet.' },
  MEETING_CANCELLED: { title: 'Your meeting is cancelled', body: 'See what you can do.' },
  MEETING_TOMORROW: { title: 'You have a meeting tomorrow', body: 'See when and where.' },
  MEETING_SOON: { title: 'Your meeting is soon', body: 'See when and where.' },
  TIME_OFFERED: { title: 'A time is free for you', body: 'Book it before the offer ends.' },
  SURVEY_PLACE: { title: 'You have a survey place', body: 'See until when.' },
  SURVEY_ENDS_SOON: { title: 'Your survey ends soon', body: 'See until when.' },
  SURVEY_REJECTED: { title: 'Your survey was rejected', body: 'See why.' },
  SURVEY_DECIDED: { title: 'We decided about a survey', body: 'See our decision.' },
  SURVEY_CORRECTED: { title: 'A survey has a new address', body: 'Open it again.' },
  SURVEYS_WAIT: { title: 'Surveys wait for your approval', body: 'See them.' },
  SURVEY_PAUSED: { title: 'Your study is paused', body: 'See why.' },
  PAYMENT_MADE: { title: 'You have been paid', body: 'See your payments.' },
  BONUS_PAID: { title: 'You have been paid a bonus', body: 'See your payments.' },
  PAYMENT_HELD: { title: 'Your payment comes later', body: 'See why, and when.' },
  PAYMENT_NEEDS_ACCOUNT: { title: 'We cannot pay you yet', body: 'Please check your MoMo number.' },
  APPLICANT_FIRST: { title: 'Someone has applied', body: 'See the first application.' },
  TIME_BOOKED: { title: 'A meeting is booked', body: 'See your meetings.' },
  TIME_MOVED: { title: 'A participant changed a meeting', body: 'See the new time.' },
  MESSAGE_UNREAD: { title: 'You have a message', body: 'Read it and answer.' },
  TIME_CANCELLED: { title: 'A participant cancelled a meeting', body: 'See your meetings.' },
} satisfies Partial<Record<EmailKind | PaymentEmailKind, PushText>>;
