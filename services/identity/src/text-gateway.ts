/** Why a gateway takes none of ours at all: nothing of one number or of one text. */
type AccountFault = 'CREDIT' | 'CREDENTIALS' | 'OTHER';

/**
 * What became of a text that was handed over. `refused` is only what a gateway documents so of this number, this text, or our sender
 * id on its network, which may be good on the others.
 * `not-sent` is only a connection that was never there. Everything else may have arrived, and is `unknown`.
 */
export type Fate =
  | { kind: 'accepted'; gatewayId: string | undefined }
  | { kind: 'refused'; reason: 'NUMBER' | 'TEXT' | 'SENDER' }
  | { kind: 'account'; fault: AccountFault }
  | { kind: 'not-sent' }
  | { kind: 'unknown' };

export interface LeavingText {
  /** A mobile number of Ghana in E.164. */
  to: string;
  text: string;
  /** Where the gateway reports, if it is told with each text. */
  reportUrl: string;
}

/** What a gateway says later of a text that it has accepted; undefined of a word that is not final. */
export interface Report {
  gatewayId: string;
  state: 'DELIVERED' | 'FAILED' | undefined;
}

/** A company that sends texts over the networks of Ghana, with what not all of them have. */
export interface TextGateway {
  readonly name: string;
  /** Units of words that it appends to a text by itself. */
  readonly appendsUnits?: number;
  send(text: LeavingText): Promise<Fate>;
  /** Of the fields of a report that it makes by itself; undefined where they are none. */
  readReport?(fields: Readonly<Record<string, string>>): Report | undefined;
  /** Of one that makes none: asks what became of a text. */
  askFate?(gatewayId: string): Promise<Report['state']>;
  /** What is left to send by, in its own units; undefined where it does not say. */
  readBalance?(): Promise<number | undefined>;
}

/**
 * What a status says of our account at this address, whatever stands in its body: a wrong key, or a wrong SMS_URL. Nothing was
 * taken, and nothing will be until somebody mends it.
 */
export const accountFaultOf = (status: number): Fate | undefined =>
  status === 401 || status === 403
    ? { kind: 'account', fault: 'CREDENTIALS' }
    : status === 404 || status === 405
      ? { kind: 'account', fault: 'OTHER' }
      : undefined;
