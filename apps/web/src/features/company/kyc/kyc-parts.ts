import {
  type CompanyInformation,
  Organization,
  type SentCompany,
  Social,
  Stage,
} from '@app/contracts/identity/company.ts';
import { readDraft, scopeDrafts, writeDraft } from '../../../forms/drafts.ts';
import { KYC_PARTS } from '../../../forms/profile/set-up-drafts.ts';

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

/** The parts as they were sent, to be corrected. */
function partsOf(sent: SentCompany): Record<Part, unknown> {
  const { companyName, businessName, industry, isInstitution } = sent;
  const { ethicsApprovalNumber, ethicsApprovalExpiresOn, supervisor } = sent;
  const { website, companyLinkedUrl, foundersLinkedInUrl } = sent;
  return {
    organization: {
      companyName,
      businessName,
      industry,
      isInstitution,
      ethicsApprovalNumber: ethicsApprovalNumber ?? undefined,
      ethicsApprovalExpiresOn: ethicsApprovalExpiresOn ?? undefined,
      supervisor: supervisor ?? undefined,
    },
    social: { website, companyLinkedUrl, foundersLinkedInUrl },
    stage: { stage: sent.stage },
  };
}

/**
 * Makes the kept parts those of this person and, after a decline, of this try. They hold what was sent, with what has
 * been corrected since.
 */
export function beginParts(
  userId: string,
  declined: SentCompany | null,
  storage: Parameters<typeof readDraft>[1] = localStorage,
): void {
  scopeDrafts(KYC_PARTS, declined === null ? userId : `${userId} ${declined.submittedAt}`, storage);
  if (declined === null) return;
  const sent = partsOf(declined);
  for (const part of KYC_PARTS) {
    if (readDraft(part, storage) === null) writeDraft(part, sent[part], storage);
  }
}
