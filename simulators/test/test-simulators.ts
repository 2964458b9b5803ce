import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startAlone } from '../src/standalone.ts';
import { createManualClock } from '../src/clock.ts';
import type { SimulatorOptions } from '../src/open.ts';

export interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  raw: string;
  body: Record<string, unknown>;
}

async function startListener() {
  const received: Received[] = [];
  const answers: number[] = [];
  let onCall = async (): Promise<void> => {};
  const server = createServer((request, response) => {
    void (async () => {
      const raw = await text(request);
      received.push({
        method: request.method,
        path: request.url,
        headers: request.headers,
        raw,
        body: JSON.parse(raw) as Record<string, unknown>,
      });
      await onCall();
      response.writeHead(answers.shift() ?? 200).end();
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    meanwhile(work: () => Promise<void>): void {
      onCall = work;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export const AMA = '+233244000001';
export const ABENA = '+233240000999';
export const YAA = '+233201234567';
export const FLOAT = 1_000_000;

export async function startSimulators(
  options: Partial<Pick<SimulatorOptions, 'mtn' | 'paystack' | 'seed' | 'probabilities'>> = {},
) {
  const clock = createManualClock();
  const listener = await startListener();
  const alone = await startAlone({
    seed: 1,
    ...options,
    clock,
    manualClock: clock,
    floatInPesewas: FLOAT,
    paystack: { webhookUrl: `${listener.url}/webhook`, ...options.paystack },
  });
  const { world } = alone;
  world.book.openPhone({ number: AMA, network: 'MTN', name: 'Ama Owusu', balanceInPesewas: 500_000 });
  world.book.openPhone({ number: ABENA, network: 'MTN', name: 'Abena Mensah', balanceInPesewas: 1_240 });
  world.book.openPhone({ number: YAA, network: 'TELECEL', name: 'Yaa Ofori', balanceInPesewas: 90_000 });

  async function call(
    path: string,
    { json, form, ...init }: RequestInit & { json?: unknown; form?: string } = {},
  ) {
    const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
    const body = json === undefined ? form : JSON.stringify(json);
    const headers = new Headers(init.headers);
    if (body !== undefined) headers.set('content-type', type);
    const response = await fetch(`${alone.origin}/dev${path}`, {
      redirect: 'manual',
      ...init,
      headers,
      ...(body !== undefined && { body, method: 'POST' }),
    });
    const answerText = await response.text();
    return { status: response.status, headers: response.headers, text: answerText, body: read(answerText) };
  }

  const { mtn, paystack } = alone.providers();
  const basic = `Basic ${Buffer.from(`${mtn.userId}:${mtn.userSecret}`).toString('base64')}`;
  const keys = { collection: mtn.collectionKey, disbursement: mtn.disbursementKey };
  type Product = keyof typeof keys;
  async function mtnHeaders(product: Product): Promise<Record<string, string>> {
    const key = { 'ocp-apim-subscription-key': keys[product] };
    const { body } = await call(`/mtn/${product}/token/`, {
      method: 'POST',
      headers: { ...key, authorization: basic },
    });
    return {
      ...key,
      authorization: `Bearer ${String(body['access_token'])}`,
      'x-target-environment': mtn.environment,
    };
  }

  return {
    ...alone,
    clock,
    listener,
    call,
    basic,
    keys,
    mtnHeaders,
    paystackCall: (path: string, json?: unknown) =>
      call(`/paystack${path}`, {
        headers: { authorization: `Bearer ${paystack.secretKey}` },
        ...(json !== undefined && { json }),
      }),
    async mtnSend(
      kind: 'requesttopay' | 'transfer' | 'refund',
      { reference = randomUUID(), number = ABENA, callback = true, headers = {}, ...body }: Sent = {},
    ) {
      const product = kind === 'requesttopay' ? 'collection' : 'disbursement';
      const party = { partyIdType: 'MSISDN', partyId: number.slice(1) };
      const answered = await call(`/mtn/${product}/v1_0/${kind}`, {
        headers: {
          ...(await mtnHeaders(product)),
          'x-reference-id': reference,
          ...(callback && { 'x-callback-url': `${listener.url}/mtn/${reference}` }),
          ...headers,
        },
        json: {
          amount: '50.00',
          currency: mtn.currency,
          externalId: 'P-1',
          ...(kind === 'requesttopay' ? { payer: party } : kind === 'transfer' ? { payee: party } : {}),
          payerMessage: 'Research',
          payeeNote: 'Research',
          ...body,
        },
      });
      return { reference, ...answered };
    },
    async mtnStatus(kind: 'requesttopay' | 'transfer' | 'refund', reference: string) {
      const product = kind === 'requesttopay' ? 'collection' : 'disbursement';
      return call(`/mtn/${product}/v1_0/${kind}/${reference}`, { headers: await mtnHeaders(product) });
    },
    async advance(ms: number): Promise<void> {
      await clock.advance(ms);
      await world.settled();
    },
    async stop(): Promise<void> {
      await alone.stop();
      await listener.stop();
    },
  };
}

interface Sent {
  reference?: string;
  number?: string;
  callback?: boolean;
  headers?: Record<string, string>;
  [field: string]: unknown;
}

export type TestSimulators = Awaited<ReturnType<typeof startSimulators>>;

function read(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return {};
  }
}
