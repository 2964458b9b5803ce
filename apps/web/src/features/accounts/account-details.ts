import type { OwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SentUserInformation } from '@app/contracts/identity/profiles.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { choiceWords } from '@app/words/choices.ts';
import { participantSetupWords as setUp } from '@app/words/participant-setup.ts';
import { profileChoiceWords as choices } from '@app/words/profile-choices.ts';
import { longDate } from '@app/words/days.ts';
import type { Detail } from '../../ui/detail-list.tsx';

/** Formats "+233241234567" as "+233 24 123 4567". */
export function spacedNumber(phoneNumber: string): string {
  return phoneNumber.replace(/^(\+233)(\d{2})(\d{3})(\d{4})$/, '$1 $2 $3 $4');
}

export function logInBy({ hasPassword, hasGoogle }: Pick<OwnAccount, 'hasPassword' | 'hasGoogle'>): string {
  if (hasPassword) return hasGoogle ? words.byBoth : words.byPassword;
  return hasGoogle ? words.byGoogle : words.byNeither;
}

export const PROFILE_PARTS = ['demographic', 'employment', 'technicalDetail'] as const;
export type ProfilePart = (typeof PROFILE_PARTS)[number];

export function profilePartDetails(
  part: ProfilePart,
  { demographic, employment, technicalDetail }: SentUserInformation,
) {
  const details: Record<ProfilePart, Detail[]> = {
    demographic: [
      { name: words.dateOfBirth, value: longDate(demographic.dateOfBirth) },
      { name: setUp.gender, value: choiceWords.gender[demographic.gender] },
      { name: setUp.education, value: choiceWords.education[demographic.education] },
      {
        name: setUp.annualHouseholdIncome,
        value: choiceWords.annualHouseholdIncome[demographic.annualHouseholdIncome],
      },
      { name: words.place, value: words.cityInRegion(demographic.city, choices.region[demographic.region]) },
      {
        name: setUp.languages,
        value: demographic.languages?.map((one) => choices.language[one]).join(', ') || words.notSet,
      },
    ],
    employment: [
      { name: words.atPresent, value: choices.employmentStatus[employment.status] },
      ...(employment.jobRole ? [{ name: setUp.jobRole, value: choices.jobRole[employment.jobRole] }] : []),
      ...(employment.industry
        ? [{ name: setUp.industry, value: choices.industry[employment.industry] }]
        : []),
    ],
    technicalDetail: [
      { name: words.phone, value: choices.phoneOs[technicalDetail.phoneOs] },
      { name: words.computer, value: choices.computerOs[technicalDetail.computerOs] },
      { name: words.webcam, value: setUp.yesNo[technicalDetail.hasWebcam ? 'YES' : 'NO'] },
      { name: words.tablet, value: choices.tabletOs[technicalDetail.tabletOs] },
      {
        name: words.browsers,
        value: technicalDetail.browsers.map((browser) => choices.browser[browser]).join(', '),
      },
      { name: words.internet, value: setUp.yesNo[technicalDetail.hasInternet ? 'YES' : 'NO'] },
    ],
  };
  return details[part];
}

export function lastDigits(masked: string): string {
  return /\d+$/.exec(masked)?.[0] ?? '';
}
