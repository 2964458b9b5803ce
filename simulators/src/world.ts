import { setTimeout as pause } from 'node:timers/promises';
import { type Network, NETWORKS, openBook, type Phone } from './wallets.ts';
import { seededChance } from './chance.ts';
import { type Callback, type CallbackVariant, plannedCallbacks } from './callbacks.ts';
import type { Clock } from './clock.ts';
import { type Fault, openFaults } from './faults.ts';
import { words } from './words.ts';

const PREFIXES: Record<Network, readonly string[]> = {
  MTN: ['24', '25', '53', '54', '55', '59'],
  TELECEL: ['20', '50'],
  AIRTEL_TIGO: ['26', '27', '56', '57'],
};

export function phoneNumber(text: string): string | undefined {
  const [, national] = /^(?:\+?233|0)(\d{9})$/.exec(text) ?? [];
  if (national !== undefined) return `+233${national}`;
  // MTN's sandbox uses Swedish numbers.
  return /^467\d{8}$/.test(text) ? `+${text}` : undefined;
}

export const toMsisdn = (number: string): string => number.replace('+', '');
export const toLocalNumber = (number: string): string => number.replace('+233', '0');

/** Only a guess, because a number may have moved to another network. */
export function networkByPrefix(number: string): Network | undefined {
  return NETWORKS.find((network) => PREFIXES[network].includes(number.slice(4, 6)));
}

/** Uses whole numbers, because fractions would be rounded. */
export function parseCedis(text: string): number | undefined {
  const [, cedis, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (cedis === undefined) return undefined;
  const pesewas = Number(cedis) * 100 + Number(fraction.padEnd(2, '0'));
  return pesewas > 0 ? pesewas : undefined;
}

export function formatCedis(pesewas: number): string {
  return `${Math.trunc(pesewas / 100)}.${String(pesewas % 100).padStart(2, '0')}`;
}

export const GATEWAYS = ['arkesel', 'hubtel', 'africastalking'] as const;
export type Gateway = (typeof GATEWAYS)[number];
export type Provider = 'mtn' | 'paystack' | Gateway;

/** If there is no status, the connection was cut. */
interface Call {
  at: number;
  provider: Provider;
  method: string;
  path: string;
  reference: string | undefined;
  status?: number;
}

type Stranger = Pick<Phone, 'network' | 'name'> & { balanceInPesewas?: number };

export interface WorldOptions {
  clock: Clock;
  seed: string | number;
  probabilities?: Partial<Record<Fault, number>>;
  /** Creates the wallet of a number that is used for the first time. */
  strangers?: (number: string) => Stranger | undefined;
}

export type World = ReturnType<typeof openWorld>;

const CALLBACK_TIMEOUT_MS = 5_000;

export function openWorld({ clock, seed, probabilities, strangers }: WorldOptions) {
  const book = openBook(clock);
  const faults = openFaults(seed, probabilities);
  const calls: Call[] = [];
  const downUntil = new Map<Provider, number>();
  const underWay = new Set<Promise<void>>();

  const isDown = (provider: Provider): boolean => clock.now() < (downUntil.get(provider) ?? 0);

  async function deliver(callback: Callback, gaps: readonly number[]): Promise<void> {
    const { url, ...init } = callback;
    const answered = await fetch(url, { ...init, signal: AbortSignal.timeout(CALLBACK_TIMEOUT_MS) }).catch(
      () => undefined,
    );
    await answered?.body?.cancel();
    const [gap, ...rest] = gaps;
    if (answered?.ok !== true && gap !== undefined) clock.after(gap, () => deliver(callback, rest));
  }

  return {
    clock,
    seed,
    book,
    faults,
    calls,
    isDown,
    takeDown(provider: Provider, ms: number): void {
      downUntil.set(provider, clock.now() + ms);
    },
    callAfter(provider: Provider, ms: number, work: () => unknown): void {
      const attempt = (): unknown => {
        if (!isDown(provider)) return work();
        clock.after((downUntil.get(provider) ?? 0) - clock.now(), attempt);
        return undefined;
      };
      clock.after(ms, attempt);
    },
    async deliver(callback: Callback, gaps: readonly number[]): Promise<void> {
      const sending = deliver(callback, gaps);
      underWay.add(sending);
      await sending.finally(() => underWay.delete(sending));
    },
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
      await pause(0);
    },
    findPhone(number: string): Phone | undefined {
      const known = book.findPhone(number);
      const stranger = known ? undefined : strangers?.(number);
      return stranger ? book.openPhone({ number, ...stranger }) : known;
    },
  };
}

export function inventStranger(number: string): Stranger | undefined {
  const network = networkByPrefix(number);
  const name = words.strangers[Math.floor(seededChance('stranger', number) * words.strangers.length)];
  return network && name !== undefined ? { network, name } : undefined;
}

export async function sendCallbacks(
  world: World,
  provider: Provider,
  has: (fault: Fault) => boolean,
  gaps: readonly number[],
  write: (variant: CallbackVariant) => Callback,
): Promise<void> {
  for (const { afterMs, variant } of plannedCallbacks(has)) {
    const send = () => world.deliver(write(variant), gaps);
    if (afterMs === 0 && has('callback-before-response')) await send();
    else world.callAfter(provider, afterMs, send);
  }
}
