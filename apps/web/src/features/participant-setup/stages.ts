import { Demographic, Employment, Payment, type UserInformation } from '@app/contracts/identity/profile.ts';
import type { CallFailed } from '../../api/failure.ts';
import { SETUP_DRAFTS, STAGE_KEY } from '../../forms/profile/set-up-drafts.ts';
import { TechnicalForm, technicalOf } from '../../forms/profile/technical-form.ts';

/** The four stages of the set-up in their order (S-401). */
export const STAGES = ['demographics', 'employment', 'technical-details', 'payment'] as const;
export type Stage = (typeof STAGES)[number];

/** Where each stage is kept while it is filled in, which part of what is sent it is, and what makes it complete. */
export const stageParts = {
  demographics: { key: SETUP_DRAFTS.demographics, part: 'demographic', schema: Demographic },
  employment: { key: SETUP_DRAFTS.employment, part: 'employment', schema: Employment },
  'technical-details': {
    key: SETUP_DRAFTS['technical-details'],
    part: 'technicalDetail',
    schema: TechnicalForm,
  },
  payment: { key: SETUP_DRAFTS.payment, part: 'payment', schema: Payment },
} as const;

type Read = (key: string) => unknown;

/** Counted from 1, as the address does. */
export const stepOf = (stage: Stage) => STAGES.indexOf(stage) + 1;

const isComplete = (stage: Stage, read: Read) =>
  stageParts[stage].schema.safeParse(read(stageParts[stage].key)).success;

/** As far as one may go: the first stage with something missing. */
export function firstOpenStage(read: Read): Stage {
  return STAGES.find((stage) => !isComplete(stage, read)) ?? 'payment';
}

/** Where to go on after a while. */
export function stageLeft(read: Read): Stage {
  const left = read(STAGE_KEY);
  return STAGES.find((stage) => stage === left) ?? 'demographics';
}

/** The first stage with a field that the server refused. */
export function refusedStage({ items }: Pick<CallFailed, 'items'>): Stage | undefined {
  return STAGES.find((stage) => items.some(({ field }) => field?.startsWith(`${stageParts[stage].part}.`)));
}

/** Everything that is sent, or null if an earlier stage is missing (drafts may be cleared in another tab). */
export function userInformation(
  userId: string,
  payment: UserInformation['payment'],
  read: Read,
): UserInformation | null {
  const demographic = Demographic.safeParse(read(stageParts.demographics.key));
  const employment = Employment.safeParse(read(stageParts.employment.key));
  const technicalDetail = TechnicalForm.safeParse(read(stageParts['technical-details'].key));
  if (!demographic.success || !employment.success || !technicalDetail.success) return null;
  return {
    userId,
    demographic: demographic.data,
    employment: employment.data,
    technicalDetail: technicalOf(technicalDetail.data),
    payment,
  };
}
