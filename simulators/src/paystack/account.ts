import { createHmac } from 'node:crypto';
import { type CallbackVariant, RETRY_SCHEDULES } from '../callbacks.ts';
import type { Fault } from '../faults.ts';
import type { Network } from '../wallets.ts';
import { seededChance, drawnText } from '../chance.ts';
import { type World, sendCallbacks } from '../world.ts';

export interface PaystackSettings {
  secretKey: string;
  webhookUrl?: string;
  /** Paystack asks for a one-time password until an account disables it. */
  asksOtp?: boolean;
}

export const PAYSTACK_FLOAT = 'float:paystack';
export const PAYSTACK_HELD = 'held:paystack';
export const PAYSTACK_FEES = 'fees:paystack';
export const INTEGRATION = 463_433;

export const BANKS: Record<string, { network: Network; name: string; id: number }> = {
  MTN: { network: 'MTN', name: 'MTN', id: 28 },
  VOD: { network: 'TELECEL', name: 'Telecel', id: 66 },
  ATL: { network: 'AIRTEL_TIGO', name: 'AirtelTigo', id: 29 },
};

export type Account = ReturnType<typeof openAccount>;

export function openAccount(world: World, settings: PaystackSettings) {
  const { clock, seed } = world;
  const iso = (at: number) => new Date(at).toISOString();

  function sign(body: string): string {
    return createHmac('sha512', settings.secretKey).update(body).digest('hex');
  }

  return {
    now: () => clock.now(),
    iso,
    numericId: (kind: string, reference: string): number =>
      100_000_000 + Math.floor(seededChance(seed, kind, reference) * 900_000_000),
    providerCode: (prefix: string, reference: string): string =>
      `${prefix}_${drawnText(15, seed, prefix, reference)}`,
    oneTimeCode: (reference: string): string =>
      String(100_000 + Math.floor(seededChance(seed, 'otp', reference) * 900_000)),

    async announce(
      has: (fault: Fault) => boolean,
      write: (variant: CallbackVariant) => { event: string; data: object },
    ): Promise<void> {
      const { webhookUrl } = settings;
      if (webhookUrl === undefined) return;
      await sendCallbacks(world, 'paystack', has, RETRY_SCHEDULES.paystack, (variant) => {
        const body = stringifyUnusually(write(variant));
        const signature = sign(variant === 'forged' ? `${body} ` : body);
        return {
          url: webhookUrl,
          method: variant === 'other-method' ? 'PUT' : 'POST',
          headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
          body,
        };
      });
    },
  };
}

/** The JSON is formatted in an unusual way, because clients must sign the exact bytes of the body. */
function stringifyUnusually(value: object): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value)
    .replace('{', '{ ')
    .replaceAll(/[^\x20-\x7e]/g, escaped);
}
