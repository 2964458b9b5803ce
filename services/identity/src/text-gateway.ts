/** The fault affects all texts, not one number or text. */
type AccountFault = 'CREDIT' | 'CREDENTIALS' | 'OTHER';

/**
 * `refused` needs a documented refusal of this number, text or sender id. `not-sent` means that no connection
 * existed. Everything else may have arrived and is `unknown`.
 */
export type Fate =
  | { kind: 'accepted'; gatewayId: string | undefined }
  | { kind: 'refused'; reason: 'NUMBER' | 'TEXT' | 'SENDER' }
  | { kind: 'account'; fault: AccountFault }
  | { kind: 'not-sent' }
  | { kind: 'unknown' };

export interface LeavingText {
  /** A Ghanaian mobile number in E.164. */
  to: string;
  text: string;
  /** The address for gateways that take one with each text. */
  reportUrl: string;
}

/** `state` is undefined for a word that is not final. */
export interface Report {
  gatewayId: string;
  state: 'DELIVERED' | 'FAILED' | undefined;
}

/** Optional members exist only for some gateways. */
export interface TextGateway {
  readonly name: string;
  /** Units that the gateway appends to a text. */
  readonly appendsUnits?: number;
  send(text: LeavingText): Promise<Fate>;
  /** Returns undefined if the fields are not a report. */
  readReport?(fields: Readonly<Record<string, string>>): Report | undefined;
  /** Polls gateways that send no reports. */
  askFate?(gatewayId: string): Promise<Report['state']>;
  /** The balance in the gateway's own units. */
  readBalance?(): Promise<number | undefined>;
}

/**
 * These statuses mean a wrong key or SMS_URL, whatever the body says. Nothing was sent, and nothing will be
 * until an operator corrects it.
 */
export const accountFaultOf = (status: number): Fate | undefined =>
  status === 401 || status === 403
    ? { kind: 'account', fault: 'CREDENTIALS' }
    : status === 404 || status === 405
      ? { kind: 'account', fault: 'OTHER' }
      : undefined;
