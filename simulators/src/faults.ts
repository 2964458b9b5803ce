import { DAY_MS } from '@app/contracts/durations.ts';
import { seededChance } from './chance.ts';

export const FAULTS = {
  delay: 1,
  'reset-before-accept': 2,
  'drop-response': 3,
  'error-before-accept': 4,
  'error-after-accept': 4,
  unavailable: 5,
  'too-many': 5,
  'html-forbidden': 5,
  'broken-json': 5,
  'empty-200': 5,
  'pending-for-ever': 6,
  'pending-48-hours': 6,
  'callback-never': 7,
  'callback-late': 7,
  'callback-twice': 7,
  'callback-20-times': 7,
  'callback-before-response': 7,
  'callback-out-of-order': 7,
  'callback-contradictory': 7,
  'callback-forged': 7,
  'callback-wrong-amount': 7,
  'callback-unknown-reference': 7,
  'callback-other-method': 7,
  'status-not-seen': 8,
  'unknown-status': 9,
  'token-expired': 10,
  'wrong-key': 10,
  'float-exhausted': 11,
  reversed: 12,
  'payee-limit': 13,
  'payee-inactive': 13,
  'payee-unregistered': 13,
  'payee-ported': 13,
  'name-different': 14,
  'name-empty': 14,
  'name-down': 14,
  'amount-shortened': 15,
  'provider-down': 16,
} as const;

export const TEXT_FAULTS = [
  'text-number-refused',
  'text-content-refused',
  'text-credit-out',
  'text-sender-refused',
  'text-without-id',
  'text-not-delivered',
  'text-odd-word',
] as const;

export type PaymentFault = keyof typeof FAULTS;
export type Fault = PaymentFault | (typeof TEXT_FAULTS)[number];
export type FaultPoint = 'send' | 'status' | 'look-up';

interface ForcedFault {
  /** The reference of a payment, or a number in E.164 format. */
  of: string;
  faults: readonly Fault[];
  on?: FaultPoint;
  times?: number;
}

/** The last digits of a number choose a fault, so that people can try it by hand. */
const FAULT_BY_SUFFIX: Record<string, Fault> = {
  '0401': 'payee-unregistered',
  '0402': 'payee-inactive',
  '0403': 'payee-limit',
  '0404': 'payee-ported',
};

export interface Faults {
  has(fault: Fault, ...of: (string | undefined)[]): boolean;
  meets(fault: Fault, on: FaultPoint, ...of: (string | undefined)[]): boolean;
  force(forced: ForcedFault): void;
  calm(): void;
}

export function openFaults(
  seed: string | number,
  probabilities: Partial<Record<Fault, number>> = {},
): Faults {
  const met = new Map<string, number>();
  let forced: ForcedFault[] = [];
  let likely = probabilities;
  const faultKey = (fault: Fault, on: FaultPoint, of: string) => `${fault} ${on} ${of}`;
  const known = (of: readonly (string | undefined)[]) => of.filter((one) => one !== undefined);
  const byChance = (fault: Fault, on: string, of: string) =>
    seededChance(seed, on, of, fault) < (likely[fault] ?? 0);
  const isForced = (fault: Fault, of: string, on?: FaultPoint) =>
    forced.find(
      (one) => one.of === of && one.faults.includes(fault) && (on === undefined || (one.on ?? 'send') === on),
    );

  return {
    has: (fault, ...of) =>
      known(of).some(
        (one) =>
          isForced(fault, one) !== undefined ||
          (one.startsWith('+') && FAULT_BY_SUFFIX[one.slice(-4)] === fault) ||
          byChance(fault, 'life', one),
      ),
    meets(fault, on, ...of) {
      return known(of).some((one) => {
        const forcedFault = isForced(fault, one, on);
        const most = forcedFault ? (forcedFault.times ?? 1) : Number(byChance(fault, on, one));
        const key = faultKey(fault, on, one);
        const count = met.get(key) ?? 0;
        if (count >= most) return false;
        met.set(key, count + 1);
        return true;
      });
    },
    force(one) {
      for (const fault of one.faults) met.delete(faultKey(fault, one.on ?? 'send', one.of));
      forced = [one, ...forced];
    },
    calm() {
      forced = [];
      likely = {};
    },
  };
}

const UNKNOWN_STATUS_MS = 25_000;
const TWO_DAYS_MS = 2 * DAY_MS;

/** After a payment was accepted, status calls do not find it for this long. */
export const NOT_SEEN_MS = 60_000;

export function pendingMs(has: (fault: Fault) => boolean, usualMs: number): number {
  if (has('pending-48-hours')) return TWO_DAYS_MS;
  return has('unknown-status') ? UNKNOWN_STATUS_MS : usualMs;
}
