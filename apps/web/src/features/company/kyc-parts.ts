import { type CompanyInformation, Organization, Social, Stage } from '@app/contracts/identity/company.ts';
import { readDraft } from '../../forms/drafts.ts';

/** The three saved parts of section 3, under these keys in the browser until they are sent. */
export const KYC_PARTS = ['organization', 'social', 'stage'] as const;
type Part = (typeof KYC_PARTS)[number];

type Read = (key: Part) => unknown;

/** The furthest step that may be opened: the one after the last part that is filled in, without gaps. */
export function furthestStep(read: Read = readDraft): number {
  if (!Organization.safeParse(read('organization')).success) return 1;
  return Social.safeParse(read('social')).success ? 3 : 2;
}

/** What is sent: the two saved parts and the stage just chosen; undefined where a saved part is gone. */
export function companyOf(
  userId: string,
  stage: CompanyInformation['stage'],
  read: Read = readDraft,
): CompanyInformation | undefined {
  const organization = Organization.safeParse(read('organization'));
  const social = Social.safeParse(read('social'));
  if (!organization.success || !social.success) return undefined;
  return { userId, ...organization.data, ...social.data, ...Stage.parse({ stage }) };
}
