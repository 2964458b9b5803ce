import type { NotificationContent, NotificationKind } from '@app/contracts/project/notification-kinds.ts';
import { choiceWords } from '@app/words/choices.ts';

type ParamsOf<Kind> = Omit<Extract<NotificationContent, { kind: Kind }>['params'], 'studyId'>;

interface Told {
  kind: string | null;
  params: unknown;
  message: string;
}

/** What a notification says, by its kind. */
export const notices = {
  COMPANY_ACCEPTED: () => 'Your company has been verified. You can now create studies.',
  COMPANY_DECLINED: () =>
    'Your company could not be verified. You can correct the information and try again.',
  NEW_APPLICANT: ({ study }) => `Someone applied to “${study}”.`,
  APPLICANT_WITHDREW: ({ study }) => `Someone withdrew their application to “${study}”.`,
  ACCEPTED: ({ study }) => `You have been accepted for “${study}”.`,
  DECLINED: ({ study, reason }) =>
    `Your application to “${study}” was declined. Reason: ${choiceWords.declineReason[reason]}.`,
  UNDER_REVIEW_AGAIN: ({ study }) => `Your application to “${study}” is under review again.`,
  STUDY_FITS: ({ study }) => `A new study fits your profile: “${study}”.`,
  STUDY_CLOSED: ({ study }) => `“${study}” is closed now. Your answers are kept.`,
  STUDY_ENDED: ({ study }) => `The meeting times of “${study}” are over, so it is closed now.`,
} as const satisfies { [Kind in NotificationKind]: (params: ParamsOf<Kind>) => string };

/** The same under the name of the study, for those that come in numbers. */
export const briefNotices = {
  NEW_APPLICANT: 'Someone applied',
  APPLICANT_WITHDREW: 'Someone withdrew their application',
} as const satisfies Partial<Record<NotificationKind, string>>;

/** A notification in words; one of a kind that is not known here, e.g. of an older node, in those that came with it. */
export function sayNotification({ kind, params, message }: Told): string {
  return kind !== null && Object.hasOwn(notices, kind)
    ? notices[kind as NotificationKind](params as never)
    : message;
}

/** The same where the study's name stands above it. */
export function sayUnderStudy(told: Told): string {
  const { kind } = told;
  return kind !== null && Object.hasOwn(briefNotices, kind)
    ? briefNotices[kind as keyof typeof briefNotices]
    : sayNotification(told);
}
