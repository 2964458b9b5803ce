import type { PaymentProvider, QueryOutcome, SendOutcome } from '../src/provider.ts';
import { createFakeProvider } from './fake-provider.ts';

export const FAULTS = [
  'none',
  'refused before it is read',
  'never connected',
  'taken and the answer lost',
  'lost before it is taken',
  'hidden for a while',
  'failed by the network',
  'paid late',
] as const;
export type Fault = (typeof FAULTS)[number];

interface OracleOrder {
  pesewas: number;
  phoneNumber: string;
  status: 'PENDING' | 'PAID' | 'FAILED';
  hiddenFor: number;
  pendingFor: number;
}

export interface Oracle {
  provider: PaymentProvider;
  /** The payments that really moved money. */
  credits: ReadonlyMap<string, number>;
  pass(): void;
  settle(): void;
}

/** The provider's own records are the truth. */
export function createOracle(draw: () => Fault): Oracle {
  const held = new Map<string, OracleOrder>();
  const credits = new Map<string, number>();
  let isSettled = false;
  const pay = (reference: string, order: OracleOrder) => {
    order.status = 'PAID';
    credits.set(reference, (credits.get(reference) ?? 0) + 1);
  };

  const send: PaymentProvider['send'] = async ({
    reference,
    pesewas,
    wallet: { phoneNumber },
  }): Promise<SendOutcome> => {
    const fault = isSettled ? 'none' : draw();
    if (fault === 'never connected') return { kind: 'not-sent' };
    if (fault === 'lost before it is taken') return { kind: 'unknown', cause: 'reset' };
    if (held.has(reference)) return { kind: 'exists' };
    if (fault === 'refused before it is read') return { kind: 'refused', reason: 'OTHER' };
    const order: OracleOrder = {
      pesewas,
      phoneNumber,
      status: fault === 'failed by the network' ? 'FAILED' : 'PENDING',
      hiddenFor: fault === 'hidden for a while' ? 4 : 0,
      pendingFor: fault === 'paid late' ? 6 : 1,
    };
    held.set(reference, order);
    return fault === 'taken and the answer lost' ? { kind: 'unknown', cause: 'reset' } : { kind: 'accepted' };
  };

  const query = async (reference: string): Promise<QueryOutcome> => {
    if (!isSettled && draw() === 'lost before it is taken') return { kind: 'unknown', cause: 'reset' };
    const order = held.get(reference);
    if (!order || (order.hiddenFor -= 1) >= 0) return { kind: 'not-seen' };
    if (order.status === 'FAILED') return { kind: 'failure', reason: 'OTHER' };
    const { status, pesewas, phoneNumber } = order;
    return status === 'PAID'
      ? { kind: 'success', pesewas, phoneNumber, currency: 'GHS', providerId: reference }
      : { kind: 'pending' };
  };

  return {
    provider: { ...createFakeProvider(), send, query },
    credits,
    pass() {
      for (const [reference, order] of held)
        if (order.status === 'PENDING' && (order.pendingFor -= 1) < 0) pay(reference, order);
    },
    settle: () => void (isSettled = true),
  };
}
