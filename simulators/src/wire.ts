import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import { waitFor } from './clock.ts';
import type { Fault, FaultPoint } from './faults.ts';
import { seededChance, drawnText } from './chance.ts';
import type { Provider, World } from './world.ts';

export interface Answer {
  status: number;
  body?: unknown;
}

export interface About {
  on: FaultPoint;
  reference?: string | undefined;
  number?: string | undefined;
}

const LONGEST_DELAY_MS = 90_000;
const DOWN_MS = 30 * MINUTE_MS;
const FORBIDDEN_HTML =
  '<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center></body></html>';

export interface OutageBodies {
  internal: unknown;
  unavailable: unknown;
  tooMany: unknown;
}

/** A fault can end a call before or after the provider accepts it. */
export function createResponder(world: World, provider: Provider, outage: OutageBodies) {
  const { clock, faults } = world;

  return async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { on, reference, number }: About,
    work: () => Answer | Promise<Answer>,
  ): Promise<FastifyReply> {
    const meets = (fault: Fault) => faults.meets(fault, on, reference, number);
    const path = request.url.split('?', 1)[0] ?? '';
    const call: World['calls'][number] = {
      at: clock.now(),
      provider,
      method: request.method,
      path,
      reference,
    };
    world.calls.push(call);
    const send = ({ status, body }: Answer) => {
      call.status = status;
      void reply.code(status).header('cache-control', 'no-store');
      if (body === undefined) return reply.send();
      if (typeof body === 'string') return reply.type('text/html; charset=utf-8').send(body);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
    };
    const cut = (how: 'destroy' | 'resetAndDestroy') => {
      void reply.hijack();
      request.raw.socket[how]();
      return reply;
    };

    if (meets('provider-down')) world.takeDown(provider, DOWN_MS);
    if (world.isDown(provider)) return send({ status: 503, body: outage.unavailable });
    if (meets('reset-before-accept')) return cut('resetAndDestroy');
    if (meets('delay'))
      await waitFor(clock, seededChance(world.seed, 'delay', reference ?? '') * LONGEST_DELAY_MS);
    if (meets('error-before-accept')) return send({ status: 500, body: outage.internal });
    if (meets('unavailable')) return send({ status: 503, body: outage.unavailable });
    if (meets('too-many')) return send({ status: 429, body: outage.tooMany });
    if (meets('html-forbidden')) return send({ status: 403, body: FORBIDDEN_HTML });

    const answered = await work();
    // Faults after acceptance happen only if the provider accepted the call.
    if (answered.status >= 300) return send(answered);
    if (meets('drop-response')) return cut('destroy');
    if (meets('error-after-accept')) return send({ status: 500, body: outage.internal });
    if (meets('empty-200')) return send({ status: 200 });
    if (meets('broken-json')) {
      call.status = answered.status;
      const text = JSON.stringify(answered.body ?? { status: drawnText(9, world.seed) });
      return reply.code(answered.status).type('application/json; charset=utf-8').send(text.slice(0, -2));
    }
    return send(answered);
  };
}

export function readText(app: FastifyInstance, { internal }: Pick<OutageBodies, 'internal'>): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string | Buffer) =>
    body.toString(),
  );
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(internal));
  });
}

export type Fields = Record<string, unknown>;

/** Names in a form can be nested with brackets: `mobile_money[phone]`. */
export function readFields({ body, headers }: FastifyRequest): Fields {
  const text = typeof body === 'string' ? body : '';
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return parseForm(text);
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Fields) : {};
  } catch {
    return {};
  }
}

function parseForm(text: string): Fields {
  const fields: Fields = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const [, outer = name, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    fields[outer] = inner === undefined ? value : { ...(fields[outer] as Fields), [inner]: value };
  }
  return fields;
}

export function textField(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function isAmount(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && /^[1-9]\d{0,11}$/.test(String(value));
}
