/** What MTN gives its registered partners (partner portal). */
export interface MtnSettings {
  baseUrl: string;
  collectionKey: string;
  disbursementKey: string;
  userId: string;
  userSecret: string;
  /** X-Target-Environment: `mtnghana`, or `sandbox`. */
  environment: string;
  currency: string;
  /** Where it may call back: https, of the registered host. */
  callbackUrl: string | undefined;
  payoutFeeInPesewas: number;
}

export const keyOf = (settings: MtnSettings, product: 'collection' | 'disbursement') =>
  product === 'collection' ? settings.collectionKey : settings.disbursementKey;
