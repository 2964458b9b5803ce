import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Answer,
  type OutageBodies,
  readText,
  createResponder,
  type Fields,
  readFields,
  textField,
} from '../wire.ts';
import { type World, phoneNumber } from '../world.ts';
import { type Carried, deliverSimulatedText } from './deliver-text.ts';

const refusal = (status: number, subcode: number, statusDescription: string): Answer => ({
  status,
  body: { status: subcode, statusDescription },
});
const outage: OutageBodies = {
  internal: refusal(500, 100, 'An error has occurred').body,
  unavailable: refusal(503, 100, 'Service unavailable').body,
  tooMany: refusal(429, 100, 'Too many requests').body,
};
const BAD_GATEWAY_HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** Hubtel's documentation writes field names both with and without a capital letter. */
export function mountHubtel(
  app: FastifyInstance,
  world: World,
  { user, key }: { user: string; key: string },
): void {
  const { faults } = world;
  const answer = createResponder(world, 'hubtel', outage);
  const carried = new Map<string, Carried>();
  const credentials = `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`;
  const isOurs = ({ headers }: FastifyRequest) => headers.authorization === credentials;
  const either = (fields: Fields, name: string) =>
    textField(fields, name) ?? textField(fields, name.toLowerCase());
  readText(app, outage);
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, { on: 'look-up' }, () => ({ status: 502, body: BAD_GATEWAY_HTML })),
  );

  app.post('/v1/messages/send', (request, reply) => {
    const fields = readFields(request);
    const number = phoneNumber(either(fields, 'To') ?? '');
    const meets = (fault: Parameters<typeof faults.meets>[0]) => faults.meets(fault, 'send', number);
    return answer(request, reply, { on: 'send', number }, async () => {
      if (!isOurs(request) || meets('wrong-key')) return refusal(401, 7, 'Invalid credentials');
      if (meets('text-credit-out')) return refusal(402, 12, 'Insufficient credit');
      if (number === undefined || meets('text-number-refused')) return refusal(400, 1, 'Invalid destination');
      const [from, text] = [either(fields, 'From') ?? '', either(fields, 'Content')];
      if (from === '' || from.length > 11 || meets('text-sender-refused'))
        return refusal(400, 2, 'Invalid sender');
      if (text === undefined || meets('text-content-refused')) return refusal(400, 6, 'Content rejected');
      const sent = await deliverSimulatedText(world, 'hubtel', { to: number, from, text });
      carried.set(sent.id, sent);
      const messageId = meets('text-without-id') ? {} : { messageId: sent.id };
      return { status: 201, body: { rate: 0.0309, ...messageId, status: 0, networkId: '62001' } };
    });
  });

  app.get<{ Params: { id: string } }>('/v1/messages/:id', (request, reply) => {
    const { id } = request.params;
    return answer(request, reply, { on: 'status', reference: id }, () => {
      const sent = carried.get(id);
      if (!isOurs(request)) return refusal(401, 7, 'Invalid credentials');
      return sent
        ? { status: 200, body: { messageId: id, status: sent.word(), updateTime: '2026-11-28 09:30:00' } }
        : refusal(404, 9, 'Not found');
    });
  });
}
