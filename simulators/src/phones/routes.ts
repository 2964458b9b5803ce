import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Decision, type Prompt, walletAccount } from '../wallets.ts';
import type { Dialler } from '../ussd/dialler.ts';
import { type World, toLocalNumber, phoneNumber } from '../world.ts';

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
  /** Arkesel's calls have no user. */
  user: string;
  key: string;
}

const showPrompt = ({ id, amountInPesewas, state }: Prompt) => ({ id, amountInPesewas, state });

export type ListedPhone = ReturnType<typeof listPhones>[number];

export function listPhones({ book }: World, dialler: Dialler | undefined) {
  return book.phones().map(({ number, network, name }) => ({
    number,
    network,
    name,
    balanceInPesewas: book.balanceOf(walletAccount(number)),
    prompts: book.prompts(number).map(showPrompt),
    messages: book.messages(number),
    screen: dialler?.currentScreen(number) ?? null,
  }));
}

interface Phones {
  world: World;
  providers: () => Providers;
  dialler: Dialler | undefined;
}

export function mountPhones(app: FastifyInstance, { world, providers, dialler }: Phones): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string | Buffer) =>
    body.toString(),
  );
  app.get('/phones.json', (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ phones: listPhones(world, dialler), providers: providers() })),
  );
  const send = (reply: FastifyReply, status: number, body: object) =>
    reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));

  app.post<{ Params: { number: string; id: string } }>('/phones/:number/prompts/:id', (request, reply) => {
    const decision = fieldsIn(request)['decision'];
    const number = phoneNumber(request.params.number) ?? '';
    if (decision !== 'APPROVE' && decision !== 'DECLINE')
      return send(reply, 400, { error: 'decision must be APPROVE or DECLINE' });
    const before = world.book.prompts(number).find(({ id }) => id === request.params.id)?.state;
    if (before === undefined) return send(reply, 404, { error: 'no such prompt' });
    const prompt = world.book.answer(number, request.params.id, decision satisfies Decision);
    if (isForm(request)) return reply.redirect('/dev/phones', 303);
    return send(reply, before === 'PENDING' ? 200 : 409, prompt ? showPrompt(prompt) : {});
  });

  app.post<{ Params: { number: string } }>('/phones/:number/ussd', async (request, reply) => {
    const number = phoneNumber(request.params.number);
    if (number === undefined || !world.findPhone(number)) return send(reply, 404, { error: 'no such phone' });
    if (!dialler) return send(reply, 404, { error: 'no code to dial' });
    const { does, text = '' } = fieldsIn(request);
    if (does === 'DIAL') await dialler.dial(number);
    else if (does === 'TYPE') await dialler.type(number, text);
    else if (does === 'HANG_UP') dialler.hangUp(number);
    else return send(reply, 400, { error: 'does must be DIAL, TYPE or HANG_UP' });
    if (isForm(request)) return reply.redirect(`/dev/phones#${toLocalNumber(number)}`, 303);
    return send(reply, 200, { screen: dialler.currentScreen(number) ?? null });
  });
}

const isForm = ({ headers }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;

function fieldsIn(request: FastifyRequest): Record<string, string> {
  const body = String(request.body);
  if (isForm(request)) return Object.fromEntries(new URLSearchParams(body));
  try {
    const given: unknown = JSON.parse(body);
    return typeof given === 'object' && given !== null ? (given as Record<string, string>) : {};
  } catch {
    return {};
  }
}
