import type { ProviderName } from '../provider.ts';

type StudyAccount = 'available' | 'promised' | 'payable' | 'refund_due';

export type Account =
  | `study:${string}:${StudyAccount}`
  | `provider:${ProviderName}:${'float' | 'in_transit'}`
  | `suspense:${ProviderName}`
  | `platform:${'fee_income' | 'provider_fee_cost' | 'writeoff'}`;

/** What a study's researcher has paid in and nobody has received yet, by a payment or a refund. */
export const ofStudy = (studyId: string, account: StudyAccount): Account => `study:${studyId}:${account}`;
/** What lies with a provider. */
export const floatOf = (provider: ProviderName): Account => `provider:${provider}:float`;
/** What was sent and is not known to have arrived: an outcome is open as long as it has a balance. */
export const inTransit = (provider: ProviderName): Account => `provider:${provider}:in_transit`;
/** Unexplained money on a statement of the provider. */
export const suspenseOf = (provider: ProviderName): Account => `suspense:${provider}`;
export const FEE_INCOME: Account = 'platform:fee_income';
export const PROVIDER_FEE_COST: Account = 'platform:provider_fee_cost';
/** What the platform pays in somebody's stead. */
export const WRITE_OFF: Account = 'platform:writeoff';
