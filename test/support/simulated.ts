import { callbackAddress, providerSettings } from '@app/demo/provider-settings.ts';
import { type Alone, startAlone } from '@app/simulators/standalone.ts';
import { type Clock, machineClock } from '@app/simulators/clock.ts';
import { type WorldOptions, inventStranger } from '@app/simulators/world.ts';
import { type Relay, startRelay } from './relay.ts';

/** This is more than any test moves. */
export const FLOAT = 9_000_000_000;

export interface Simulated {
  alone: Alone;
  /** The settings by which the payment service and the providers reach each other. */
  settings: Record<string, string>;
  /** Leads to the payment service; nowhere until it is set. */
  front: Relay;
  stop(): Promise<void>;
}

/** Starts the simulated providers over HTTP. Every number is a wallet of its network. */
export async function startSimulated(
  options: Partial<Pick<WorldOptions, 'seed' | 'probabilities'>> & { clock?: Clock } = {},
): Promise<Simulated> {
  const front = await startRelay();
  const paymentUrl = `http://127.0.0.1:${front.port}`;
  const alone = await startAlone({
    seed: 1,
    clock: machineClock(),
    strangers: inventStranger,
    floatInPesewas: FLOAT,
    paystack: { webhookUrl: callbackAddress(paymentUrl, 'paystack') },
    ...options,
  });
  return {
    alone,
    settings: providerSettings(alone.providers(), paymentUrl),
    front,
    async stop() {
      front.close();
      await alone.stop();
    },
  };
}
