import { machineClock } from '@app/simulators/clock.ts';
import { type Simulators, openSimulators } from '@app/simulators/open.ts';
import type { UssdService } from '@app/simulators/ussd/dialler.ts';
import { anyStranger, type Network } from '@app/simulators/world.ts';
import { ABENA, madeUpParticipants } from './participants.ts';
import { DEMO_PEOPLE, PAID_STUDY } from './people.ts';
import { callbackAddress } from './provider-settings.ts';

/** GH₵ 500,000: what the demo's studies owe, many times over. */
const FLOAT_IN_PESEWAS = 50_000_000;
/** GH₵ 20,000. */
const OF_A_RESEARCHER = 2_000_000;
const OF_A_PARTICIPANT = 1_240;

/** The phones of the demo's people. Kofi has not said his number yet; this is his all the same. */
const PHONES: Record<keyof typeof DEMO_PEOPLE, { number: string; network: Network }> = {
  ama: { number: PAID_STUDY.payer, network: 'MTN' },
  kojo: { number: '+233200000002', network: 'TELECEL' },
  efua: { number: '+233260000003', network: 'AIRTEL_TIGO' },
  yaw: { number: '+233240000004', network: 'MTN' },
  abena: { number: ABENA.phoneNumber, network: ABENA.provider },
  kofi: { number: '+233240000006', network: 'MTN' },
};

interface Places {
  ussd: () => UssdService | undefined;
  /** Of the process with the demo's pages, and so with the simulators. */
  pagesUrl: string;
  paymentUrl: string;
}

/** The simulated networks of a demo. They start empty each time; the database holds who has been paid. */
export function openDemoPhones({ pagesUrl, paymentUrl, ussd }: Places): Simulators {
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
      const own = anyStranger(number);
      // A newcomer's own: people who try the product pay for a study with it.
      return own && { ...own, balanceInPesewas: OF_A_RESEARCHER };
    },
  });
  for (const [key, { firstName, lastName, role }] of Object.entries(DEMO_PEOPLE)) {
    simulators.world.book.openPhone({
      ...PHONES[key as keyof typeof DEMO_PEOPLE],
      name: `${firstName} ${lastName}`,
      balanceInPesewas: role === 'RESEARCHER' ? OF_A_RESEARCHER : OF_A_PARTICIPANT,
    });
  }
  return simulators;
}
