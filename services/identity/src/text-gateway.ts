/** The fault affects all texts. */
type AccountFault = 'CREDIT' | 'CREDENTIALS' | 'OTHER';

/**
 * `refused` must be documented for this number, text or sender id. `not-sent` means that no connection
 * existed. Everything else may have arrived.
 */
export type TextSendOutcome =
  | { kind: 'accepted'; gatewayId: string | undefined }
  | { kind: 'refused'; reason: 'NUMBER' | 'TEXT' | 'SENDER' }
  | { kind: 'account'; fault: AccountFault }
  | { kind: 'not-sent' }
  | { kind: 'unknown' };

export interface LeavingText {
  /** The number is a Ghanaian mobile number in E.164. */
  to: string;
  text: string;
  reportUrl: string;
}

/** `state` is undefined for a word that is not final. */
export interface Report {
  gatewayId: string;
  state: 'DELIVERED' | 'FAILED' | undefined;
}

export interface TextGateway {
  readonly name: string;
  /** The gateway appends this many units to a text. */
  readonly appendsUnits?: number;
  send(text: LeavingText): Promise<TextSendOutcome>;
  /** Returns undefined if the fields are not a report. */
  readReport?(fields: Readonly<Record<string, string>>): Report | undefined;
  /** Polls gateways that send no reports. */
  pollDeliveryState?(gatewayId: string): Promise<Report['state']>;
  readBalance?(): Promise<number | undefined>;
}

/** A wrong key or SMS_URL causes these statuses. Nothing is sent until an operator corrects it. */
export const accountFaultFromStatus = (status: number): TextSendOutcome | undefined =>
  status === 401 || status === 403
    ? { kind: 'account', fault: 'CREDENTIALS' }
    : status === 404 || status === 405
      ? { kind: 'account', fault: 'OTHER' }
      : undefined;
