import type { PaymentProvider, QueryOutcome, SendOutcome } from '../src/provider.ts';

export interface FakeProvider extends PaymentProvider {
  /** If a reference is repeated, it is in the list twice. */
  readonly sent: { reference: string; pesewas: number; phoneNumber: string; name: string }[];
  sends: SendOutcome;
  says: QueryOutcome;
  knows: Awaited<ReturnType<PaymentProvider['lookUp']>>;
  /** Called during a send. */
  meanwhile: () => Promise<unknown>;
}

export function createFakeProvider(): FakeProvider {
  const sent: FakeProvider['sent'] = [];
  const accept: PaymentProvider['send'] = async ({ reference, pesewas, wallet: { phoneNumber, name } }) => {
    sent.push({ reference, pesewas, phoneNumber, name });
    await fake.meanwhile();
    return fake.sends;
  };
  const fake: FakeProvider = {
    name: 'mtn',
    networks: ['MTN'],
    currency: 'GHS',
    payoutFeeInPesewas: 100,
    resendWithinHours: 24,
    sent,
    sends: { kind: 'accepted' },
    says: { kind: 'pending' },
    knows: { kind: 'active' },
    meanwhile: async () => {},
    prompt: accept,
    send: accept,
    queryPrompt: async () => fake.says,
    query: async () => fake.says,
    lookUp: async () => fake.knows,
    readName: async ({ name }) => name,
    balance: async () => ({ said: 'no answer in time' }),
    readCallback: () => ({ authenticity: 'unsigned' }),
  };
  return fake;
}
