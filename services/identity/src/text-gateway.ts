type AccountFault = 'CREDIT' | 'CREDENTIALS' | 'OTHER';

/**
 * `refused` requires that the gateway documents the refusal for this number, text or sender id. `not-sent`
 * requires that no connection existed; after anything else the text may have arrived.
 */
export type TextSendOutcome =
  | { kind: 'accepted'; gatewayId: string | undefined }
  | { kind: 'refused'; reason: 'NUMBER' | 'TEXT' | 'SENDER' }
  | { kind: 'account'; fault: AccountFault }
  | { kind: 'not-sent' }
  | { kind: 'unknown' };

export interface LeavingText {
  /** The number is in E.164 form. */
  to: string;
  text: string;
  reportUrl: string;
}

/** `state` is undefined if the gateway's word does not end the delivery. */
export interface Report {
  gatewayId: string;
  state: 'DELIVERED' | 'FAILED' | undefined;
}

export interface TextGateway {
  readonly name: string;
  /** The gateway itself adds this number of GSM-7 units to a text. */
  readonly appendsUnits?: number;
  send(text: LeavingText): Promise<TextSendOutcome>;
  readReport?(fields: Readonly<Record<string, string>>): Report | undefined;
  /** Gateways that send no reports are asked by this function. */
  pollDeliveryState?(gatewayId: string): Promise<Report['state']>;
  readBalance?(): Promise<number | undefined>;
}

/**
 * Africa's Talking adds a notice about opting out to the first text to a number. Its length is not
 * published, so this is an estimate.
 */
export const OPT_OUT_UNITS = 30;

/** The key or SMS_URL is wrong, and nothing is sent until an operator corrects it. */
export const accountFaultFromStatus = (status: number): TextSendOutcome | undefined =>
  status === 401 || status === 403
    ? { kind: 'account', fault: 'CREDENTIALS' }
    : status === 404 || status === 405
      ? { kind: 'account', fault: 'OTHER' }
      : undefined;
