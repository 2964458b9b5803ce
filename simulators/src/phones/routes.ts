import type { FastifyInstance } from 'fastify';
import { type Decision, type Prompt, walletOf } from '../book.ts';
import { phoneNumber } from '../numbers.ts';
import type { World } from '../world.ts';

/** Where and with which keys the simulated providers are reached. */
export interface Providers {
  mtn: {
    baseUrl: string;
    collectionKey: string;
    disbursementKey: string;
    userId: string;
    userSecret: string;
    environment: string;
    currency: string;
  };
  paystack: { baseUrl: string; secretKey: string };
  arkesel: SmsAccount;
  hubtel: SmsAccount;
  africastalking: SmsAccount;
}

interface SmsAccount {
  baseUrl: string;
  /** Arkesel has none. */
  user: string;
  key: string;
}

const showPrompt = ({ id, amountInPesewas, state }: Prompt) => ({ id, amountInPesewas, state });

export type ListedPhone = ReturnType<typeof listPhones>[number];

/** As scripts read them; a stranger's is among them once somebody has asked for it. */
export function listPhones({ book }: World) {
  return book.phones().map(({ number, network, name }) => ({
    number,
    network,
    name,
    balanceInPesewas: book.balanceOf(walletOf(number)),
    prompts: book.prompts(number).map(showPrompt),
    messages: book.messages(number),
  }));
}

/** Mounts the phones for scripts. A form answers a prompt too, and comes back to the page. */
export function mountPhones(app: FastifyInstance, world: World, providers: () => Providers): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string | Buffer) =>
    body.toString(),
  );
  app.get('/phones.json', (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ phones: listPhones(world), providers: providers() })),
  );
  app.post<{ Params: { number: string; id: string } }>('/phones/:number/prompts/:id', (request, reply) => {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
    const decision = decisionIn(String(request.body), isForm);
    const number = phoneNumber(request.params.number) ?? '';
    const send = (status: number, body: object) =>
      reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
    if (decision === undefined) return send(400, { error: 'decision must be APPROVE or DECLINE' });
    const before = world.book.prompts(number).find(({ id }) => id === request.params.id)?.state;
    if (before === undefined) return send(404, { error: 'no such prompt' });
    const prompt = world.book.answer(number, request.params.id, decision);
    if (isForm) return reply.redirect('/dev/phones', 303);
    return send(before === 'PENDING' ? 200 : 409, prompt ? showPrompt(prompt) : {});
  });
}

function decisionIn(body: string, isForm: boolean): Decision | undefined {
  let given: unknown;
  try {
    given = isForm ? new URLSearchParams(body).get('decision') : Reflect.get(JSON.parse(body), 'decision');
  } catch {
    return undefined;
  }
  return given === 'APPROVE' || given === 'DECLINE' ? given : undefined;
}
