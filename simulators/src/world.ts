import { setTimeout as pause } from 'node:timers/promises';
import { openBook, type Phone } from './book.ts';
import { type Callback, type Telling, callbacksOf } from './callbacks.ts';
import { chance } from './chance.ts';
import type { Clock } from './clock.ts';
import { type Fault, openFaults } from './faults.ts';
import { networkByPrefix } from './numbers.ts';
import { words } from './words.ts';

export const GATEWAYS = ['arkesel', 'hubtel', 'africastalking'] as const;
/** Who sends text messages. */
export type Gateway = (typeof GATEWAYS)[number];
export type Provider = 'mtn' | 'paystack' | Gateway;

/** A call that arrived, and what was answered; undefined where the connection was cut. */
export interface Call {
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
  /** The owner of a number that nobody has opened; absent, nobody. Its wallet is opened when it is first asked for. */
  strangers?: (number: string) => Stranger | undefined;
}

export type World = ReturnType<typeof openWorld>;

const CALLBACK_TIMEOUT_MS = 5_000;

/** What all simulators of a process share. */
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
    /** Does the work at its time, or as soon as the provider is up again: what it had accepted drains then. */
    afterOf(provider: Provider, ms: number, work: () => unknown): void {
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
    /** Waits for callbacks that are on their way. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
      await pause(0);
    },
    phoneOf(number: string): Phone | undefined {
      const known = book.findPhone(number);
      const stranger = known ? undefined : strangers?.(number);
      return stranger ? book.openPhone({ number, ...stranger }) : known;
    },
  };
}

/** Every number is a wallet of its network, as a newcomer's own is. */
export function anyStranger(number: string): Stranger | undefined {
  const network = networkByPrefix(number);
  const name = words.strangers[Math.floor(chance('stranger', number) * words.strangers.length)];
  return network && name !== undefined ? { network, name } : undefined;
}

/** Tells a client that a payment is final (webhook), as often, as late and as wrongly as its faults have it. */
export async function announce(
  world: World,
  provider: Provider,
  has: (fault: Fault) => boolean,
  gaps: readonly number[],
  write: (telling: Telling) => Callback,
): Promise<void> {
  for (const { afterMs, telling } of callbacksOf(has)) {
    const tell = () => world.deliver(write(telling), gaps);
    if (afterMs === 0 && has('callback-before-response')) await tell();
    else world.afterOf(provider, afterMs, tell);
  }
}
