import {
  Demographic,
  Employment,
  Payment,
  type UserInformation,
  submitUserInformation,
} from '@app/contracts/identity/profiles.ts';
import { CallFailed } from '../../api/failure.ts';
import { SETUP_DRAFTS, STAGE_KEY } from '../../forms/profile/set-up-drafts.ts';
import { TechnicalForm, toTechnicalDetail } from '../../forms/profile/technical-form.ts';
import { callIdentity } from '../../api/call.ts';
import { readDraft } from '../../forms/drafts.ts';
import { removePartFromFields } from '../../forms/profile/part-errors.ts';
import { storeUser } from '../../session/session.ts';
import type { BROWSERS, PHONE_OSES } from '@app/contracts/enumerations.ts';

type Known<T extends readonly string[]> = readonly [RegExp, T[number]?][];

/** The order matters, because the user agent of a browser also contains names of others. */
const browsers: Known<typeof BROWSERS> = [
  [/OPR|SamsungB|UCB/],
  [/Opera Mini/, 'OPERA_MINI'],
  [/Edg/, 'EDGE'],
  [/Firefox|FxiOS/, 'FIREFOX'],
  [/Chrome|CriOS/, 'CHROME'],
  [/Safari/, 'SAFARI'],
];
const phones: Known<typeof PHONE_OSES> = [
  [/iPhone/, 'IOS_IPHONE'],
  [/Android.*Mobile/, 'ANDROID'],
];

export function detectDevice(userAgent: string) {
  const among = <T extends readonly string[]>(known: Known<T>) =>
    known.find(([sign]) => sign.test(userAgent))?.[1];
  const browser = among(browsers);
  return { browsers: browser ? [browser] : [], phoneOs: among(phones) };
}

export class EarlierStage extends Error {
  readonly stage: Stage;
  /** Null if data is missing. Another tab may have cleared the drafts. */
  readonly refusal: CallFailed | null;
  constructor(stage: Stage, refusal: CallFailed | null) {
    super();
    this.stage = stage;
    this.refusal = refusal;
  }
}

/** Returns false if there was already a set-up. */
export async function sendSetup(
  userId: string,
  payment: UserInformation['payment'],
  idempotencyKey: string,
  ready: () => Promise<unknown>,
): Promise<boolean> {
  const body = userInformation(userId, payment, readDraft);
  if (body === null) throw new EarlierStage(firstOpenStage(readDraft), null);
  try {
    const user = await callIdentity(submitUserInformation, { body, idempotencyKey });
    await ready();
    storeUser(user);
    return true;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.code === 'PROFILE_ALREADY_SUBMITTED') return false;
    const stage = refusedStage(error);
    if (stage !== undefined && stage !== 'payment') throw new EarlierStage(stage, error);
    throw removePartFromFields(error, 'payment');
  }
}

/** S-401 specifies the order. */
export const SETUP_STAGES = ['demographics', 'employment', 'technical-details', 'payment'] as const;
export type Stage = (typeof SETUP_STAGES)[number];

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

export const stageNumber = (stage: Stage) => SETUP_STAGES.indexOf(stage) + 1;

const isComplete = (stage: Stage, read: Read) =>
  stageParts[stage].schema.safeParse(read(stageParts[stage].key)).success;

export function firstOpenStage(read: Read): Stage {
  return SETUP_STAGES.find((stage) => !isComplete(stage, read)) ?? 'payment';
}

export function readSavedStage(read: Read): Stage {
  const left = read(STAGE_KEY);
  return SETUP_STAGES.find((stage) => stage === left) ?? 'demographics';
}

export function refusedStage({ items }: Pick<CallFailed, 'items'>): Stage | undefined {
  return SETUP_STAGES.find((stage) =>
    items.some(({ field }) => field?.startsWith(`${stageParts[stage].part}.`)),
  );
}

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
    technicalDetail: toTechnicalDetail(technicalDetail.data),
    payment,
  };
}
