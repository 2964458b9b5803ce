import { machineClock } from '@app/simulators/clock.ts';
import { type Simulators, openSimulators } from '@app/simulators/open.ts';
import type { UssdService } from '@app/simulators/ussd/dialler.ts';
import type { Network } from '@app/simulators/wallets.ts';
import { inventStranger } from '@app/simulators/world.ts';
import { ABENA, madeUpParticipants } from './participants.ts';
import { DEMO_PEOPLE, PAID_STUDY } from './people.ts';
import { callbackAddress } from './provider-settings.ts';

/** GH₵ 500,000, which is more than the studies of the demo can owe. */
const FLOAT_IN_PESEWAS = 50_000_000;
/** Each researcher starts with GH₵ 20,000. */
const RESEARCHER_BALANCE = 2_000_000;
const PARTICIPANT_BALANCE = 1_240;

/** Kofi has not entered a number yet, so he has no phone here. */
const PHONES: Record<keyof typeof DEMO_PEOPLE, { number: string; network: Network }> = {
  ama: { number: PAID_STUDY.payer, network: 'MTN' },
  kojo: { number: '+233200000002', network: 'TELECEL' },
  efua: { number: '+233260000003', network: 'AIRTEL_TIGO' },
  yaw: { number: '+233240000004', network: 'MTN' },
  abena: { number: ABENA.phoneNumber, network: ABENA.provider },
  kofi: { number: '+233240000006', network: 'MTN' },
};

interface DemoAddresses {
  ussd: () => UssdService | undefined;
  pagesUrl: string;
  paymentUrl: string;
}

/** The simulated networks know of no payments at the start, although the database records some. */
export function openDemoPhones({ pagesUrl, paymentUrl, ussd }: DemoAddresses): Simulators {
  const participants = new Map(madeUpParticipants().map((one) => [one.phoneNumber, one]));
  const simulators = openSimulators({
    clock: machineClock(),
    seed: 'demo',
    origin: () => pagesUrl,
    paystack: { webhookUrl: callbackAddress(paymentUrl, 'paystack') },
    ussd,
    floatInPesewas: FLOAT_IN_PESEWAS,
    strangers(number) {
      const made = participants.get(number);
      if (made) return { network: made.provider, name: `${made.firstName} ${made.lastName}` };
      const own = inventStranger(number);
      return own && { ...own, balanceInPesewas: RESEARCHER_BALANCE };
    },
  });
  for (const [key, { firstName, lastName, role }] of Object.entries(DEMO_PEOPLE)) {
    simulators.world.book.openPhone({
      ...PHONES[key as keyof typeof DEMO_PEOPLE],
      name: `${firstName} ${lastName}`,
      balanceInPesewas: role === 'RESEARCHER' ? RESEARCHER_BALANCE : PARTICIPANT_BALANCE,
    });
  }
  return simulators;
}
