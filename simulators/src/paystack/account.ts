import { createHmac } from 'node:crypto';
import { type Telling, RETRIES } from '../callbacks.ts';
import type { Fault } from '../faults.ts';
import { type World, announce, type Network, chance, drawnText } from '../world.ts';

export interface PaystackSettings {
  secretKey: string;
  /** Where events go; absent, they are not sent. */
  webhookUrl?: string;
  /** Transfers ask for a one-time password first, as an account does until that is switched off. */
  asksOtp?: boolean;
}

export const PAYSTACK_FLOAT = 'float:paystack';
/** What was taken from the float for transfers that are not final. */
export const PAYSTACK_HELD = 'held:paystack';
export const PAYSTACK_FEES = 'fees:paystack';
export const INTEGRATION = 463_433;

export const BANKS: Record<string, { network: Network; name: string; id: number }> = {
  MTN: { network: 'MTN', name: 'MTN', id: 28 },
  VOD: { network: 'TELECEL', name: 'Telecel', id: 66 },
  ATL: { network: 'AIRTEL_TIGO', name: 'AirtelTigo', id: 29 },
};

export type Account = ReturnType<typeof openAccount>;

/** What charges and transfers of one integration share: its ids, its times and its events. */
export function openAccount(world: World, settings: PaystackSettings) {
  const { clock, seed } = world;
  const iso = (at: number) => new Date(at).toISOString();

  function sign(body: string): string {
    return createHmac('sha512', settings.secretKey).update(body).digest('hex');
  }

  return {
    now: () => clock.now(),
    iso,
    idOf: (kind: string, reference: string): number =>
      100_000_000 + Math.floor(chance(seed, kind, reference) * 900_000_000),
    codeOf: (prefix: string, reference: string): string =>
      `${prefix}_${drawnText(15, seed, prefix, reference)}`,
    otpOf: (reference: string): string =>
      String(100_000 + Math.floor(chance(seed, 'otp', reference) * 900_000)),

    /**
     * Sends the event (webhook) of something final, once or as its faults have it. `write` makes the data for each
     * telling.
     */
    async announce(
      has: (fault: Fault) => boolean,
      write: (telling: Telling) => { event: string; data: object },
    ): Promise<void> {
      const { webhookUrl } = settings;
      if (webhookUrl === undefined) return;
      await announce(world, 'paystack', has, RETRIES.paystack, (telling) => {
        const body = oddly(write(telling));
        const signature = sign(telling === 'forged' ? `${body} ` : body);
        return {
          url: webhookUrl,
          method: telling === 'other-method' ? 'PUT' : 'POST',
          headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
          body,
        };
      });
    },
  };
}

/**
 * JSON that no other writer writes the same. The signature is of these bytes: to sign a parsed and rewritten body is
 * wrong.
 */
function oddly(value: object): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value)
    .replace('{', '{ ')
    .replaceAll(/[^\x20-\x7e]/g, escaped);
}
