import type { Clock } from './clock.ts';

export const NETWORKS = ['MTN', 'TELECEL', 'AIRTEL_TIGO'] as const;
export type Network = (typeof NETWORKS)[number];

export interface Phone {
  number: string;
  network: Network;
  name: string;
  isActive: boolean;
  mostInPesewas: number;
}

export interface Movement {
  at: number;
  kind:
    | 'OPENING'
    | 'COLLECTION'
    | 'PAYOUT'
    | 'HOLD'
    | 'RELEASE'
    | 'REFUND'
    | 'REVERSAL'
    | 'FEE'
    | 'WITHDRAWAL';
  from: string;
  to: string;
  amountInPesewas: number;
  /** The reference of the caller, or the provider's own if there is none. */
  reference: string;
}

type PromptState = 'PENDING' | 'APPROVED' | 'DECLINED' | 'EXPIRED' | 'FAILED';

export interface Prompt {
  id: string;
  number: string;
  amountInPesewas: number;
  state: PromptState;
  answer(decision: Decision | 'EXPIRE'): Exclude<PromptState, 'PENDING'>;
}

export type Decision = 'APPROVE' | 'DECLINE';

export interface Message {
  from: string;
  text: string;
  at: string;
}

/** This is the only account with a balance below zero. */
export const OUTSIDE_ACCOUNT = 'outside';
export const walletAccount = (number: string): string => `wallet:${number}`;
/** In the highest tier, a wallet has at most GH₵ 75,000. */
const MOST_IN_PESEWAS = 7_500_000;

/** Records all movements of money, so that tests can compare the product's ledger with them. */
export function openBook(clock: Clock) {
  const phones = new Map<string, Phone>();
  const balances = new Map<string, number>();
  const movements: Movement[] = [];
  const prompts: Prompt[] = [];
  const messages = new Map<string, Message[]>();

  const accountBalance = (account: string): number => balances.get(account) ?? 0;

  function move(movement: Omit<Movement, 'at'>): boolean {
    const { from, to, amountInPesewas } = movement;
    if (!Number.isSafeInteger(amountInPesewas) || amountInPesewas <= 0) {
      throw new Error('An amount is a whole number of pesewas above 0');
    }
    if (from !== OUTSIDE_ACCOUNT && accountBalance(from) < amountInPesewas) return false;
    balances.set(from, accountBalance(from) - amountInPesewas);
    balances.set(to, accountBalance(to) + amountInPesewas);
    movements.push({ at: clock.now(), ...movement });
    return true;
  }

  return {
    move,
    balanceOf: accountBalance,
    movements: (): readonly Movement[] => movements,
    accounts: (): readonly [string, number][] => [...balances],

    credits: (reference: string): readonly Movement[] =>
      movements.filter((movement) => movement.reference === reference && movement.to.startsWith('wallet:')),

    openPhone({
      balanceInPesewas = 0,
      ...given
    }: Pick<Phone, 'number' | 'network' | 'name'> & Partial<Phone> & { balanceInPesewas?: number }): Phone {
      const phone = { isActive: true, mostInPesewas: MOST_IN_PESEWAS, ...given };
      phones.set(phone.number, phone);
      if (balanceInPesewas > 0) {
        move({
          kind: 'OPENING',
          from: OUTSIDE_ACCOUNT,
          to: walletAccount(phone.number),
          amountInPesewas: balanceInPesewas,
          reference: phone.number,
        });
      }
      return phone;
    },
    phones: (): readonly Phone[] => [...phones.values()],
    findPhone: (number: string): Phone | undefined => phones.get(number),

    ask(number: string, prompt: Pick<Prompt, 'amountInPesewas' | 'answer'>, expiresInMs: number): Prompt {
      const newPrompt: Prompt = { id: String(prompts.length + 1), number, state: 'PENDING', ...prompt };
      prompts.push(newPrompt);
      clock.after(expiresInMs, () => {
        if (newPrompt.state === 'PENDING') newPrompt.state = newPrompt.answer('EXPIRE');
      });
      return newPrompt;
    },
    prompts: (number: string): readonly Prompt[] => prompts.filter((prompt) => prompt.number === number),
    /** Only the first answer to a prompt counts. */
    answer(number: string, id: string, decision: Decision): Prompt | undefined {
      const prompt = prompts.find((one) => one.number === number && one.id === id);
      if (prompt?.state === 'PENDING') prompt.state = prompt.answer(decision);
      return prompt;
    },

    send(number: string, from: string, text: string): void {
      const message = { from, text, at: new Date(clock.now()).toISOString() };
      messages.set(number, [message, ...(messages.get(number) ?? [])]);
    },
    messages: (number: string): readonly Message[] => messages.get(number) ?? [],
  };
}
