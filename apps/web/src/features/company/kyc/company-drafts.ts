import {
  type SentCompany,
  Social,
  Stage,
  type CompanyInformation,
  Organization,
} from '@app/contracts/identity/company.ts';
import { writeDraft, readDraft, switchDraftScope } from '../../../forms/drafts.ts';
import { KYC_PARTS } from '../../../forms/profile/set-up-drafts.ts';

type Part = (typeof KYC_PARTS)[number];

type Read = (key: Part) => unknown;

export function furthestStep(read: Read = readDraft): number {
  if (!Organization.safeParse(read('organization')).success) return 1;
  return Social.safeParse(read('social')).success ? 3 : 2;
}

export function companyFromDrafts(
  userId: string,
  stage: CompanyInformation['stage'],
  read: Read = readDraft,
): CompanyInformation | undefined {
  const organization = Organization.safeParse(read('organization'));
  const social = Social.safeParse(read('social'));
  if (!organization.success || !social.success) return undefined;
  return { userId, ...organization.data, ...social.data, ...Stage.parse({ stage }) };
}

function sentStages(sent: SentCompany): Record<Part, unknown> {
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

/** After a decline, drafts begin with the data that was submitted, and with corrections made since. */
export function startDrafts(
  userId: string,
  declined: SentCompany | null,
  storage: Parameters<typeof readDraft>[1] = localStorage,
): void {
  switchDraftScope(KYC_PARTS, declined === null ? userId : `${userId} ${declined.submittedAt}`, storage);
  if (declined === null) return;
  const sent = sentStages(declined);
  for (const part of KYC_PARTS) {
    if (readDraft(part, storage) === null) writeDraft(part, sent[part], storage);
  }
}
