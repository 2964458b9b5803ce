import { Demographic, Employment, Payment, type UserInformation } from '@app/contracts/identity/profile.ts';
import { TechnicalForm } from '../../forms/profile/technical-form.ts';

/** The four stages of the set-up in their order (S-401); each name is also the stage's place in the address. */
export const STAGES = ['demographics', 'employment', 'technical-details', 'payment'] as const;
export type Stage = (typeof STAGES)[number];

/** Where each stage is kept while it is filled in, and what makes it complete. */
export const stageParts = {
  demographics: { key: 'setupDemographic', schema: Demographic },
  employment: { key: 'setupEmployment', schema: Employment },
  'technical-details': { key: 'setupTechnicalDetail', schema: TechnicalForm },
  payment: { key: 'setupPayment', schema: Payment },
} as const;

/** The stage that was left. */
export const STAGE_KEY = 'setupStage';
/** The study that the person wanted to apply to, to go back to after the set-up. */
export const STUDY_KEY = 'setupStudy';
export const SETUP_KEYS: readonly string[] = [
  ...STAGES.map((stage) => stageParts[stage].key),
  STAGE_KEY,
  STUDY_KEY,
];

type Read = (key: string) => unknown;

const isComplete = (stage: Stage, read: Read) =>
  stageParts[stage].schema.safeParse(read(stageParts[stage].key)).success;

/** As far as one may go: the first stage with something missing. */
export function firstOpenStage(read: Read): Stage {
  return STAGES.find((stage) => !isComplete(stage, read)) ?? 'payment';
}

const asStage = (value: unknown) => STAGES.find((stage) => stage === value);

/** The stage to show: the one in the address, else the one that was left, never past one that is incomplete. */
export function stageAt(hash: string, read: Read): Stage {
  const wanted = asStage(hash.slice(1)) ?? asStage(read(STAGE_KEY)) ?? 'demographics';
  const open = firstOpenStage(read);
  return STAGES.indexOf(wanted) <= STAGES.indexOf(open) ? wanted : open;
}

/** The stage so many steps on or back, if there is one. */
export function stageBeside(stage: Stage, steps: 1 | -1): Stage | undefined {
  return STAGES[STAGES.indexOf(stage) + steps];
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
    technicalDetail: technicalDetail.data,
    payment,
  };
}
