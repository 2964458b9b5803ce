type AccountFault = 'CREDIT' | 'CREDENTIALS' | 'OTHER';

/**
 * `refused` means that the gateway documents this refusal for the number, text or sender id. `not-sent` means
 * that there was no connection. In all other cases the text may have arrived.
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

/** `state` is undefined if the delivery has not ended with this report. */
export interface Report {
  gatewayId: string;
  state: 'DELIVERED' | 'FAILED' | undefined;
}

export interface TextGateway {
  readonly name: string;
  /** The gateway adds this number of GSM-7 units to each text. */
  readonly appendsUnits?: number;
  send(text: LeavingText): Promise<TextSendOutcome>;
  readReport?(fields: Readonly<Record<string, string>>): Report | undefined;
  /** Needed for gateways that send no reports. */
  pollDeliveryState?(gatewayId: string): Promise<Report['state']>;
  readBalance?(): Promise<number | undefined>;
}

/**
 * Africa's Talking adds a notice about opting out to the first text to a number. Its length is not
 * published, so this is an estimate.
 */
export const OPT_OUT_UNITS = 30;

/** The key or SMS_URL is wrong. No text can be sent until an operator corrects it. */
export const accountFaultFromStatus = (status: number): TextSendOutcome | undefined =>
  status === 401 || status === 403
    ? { kind: 'account', fault: 'CREDENTIALS' }
    : status === 404 || status === 405
      ? { kind: 'account', fault: 'OTHER' }
      : undefined;
