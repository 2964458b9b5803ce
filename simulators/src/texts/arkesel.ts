import type { FastifyInstance } from 'fastify';
import type { Callback } from '../callbacks.ts';
import { type Answer, type OutageBodies, readText, createResponder, readFields, textField } from '../wire.ts';
import { type World, toMsisdn, phoneNumber } from '../world.ts';
import { type Reported, deliverSimulatedText } from './deliver-text.ts';

const error = (status: number, message: string): Answer => ({ status, body: { status: 'error', message } });
const outage: OutageBodies = {
  internal: error(500, 'Internal server error').body,
  unavailable: error(503, 'Service unavailable').body,
  tooMany: error(429, 'Too Many Attempts.').body,
};
const REPORTED_STATUS = {
  arrived: 'DELIVERED',
  lost: 'NOT_DELIVERED',
  'under-way': 'SUBMITTED',
  odd: 'BUFFERED',
};

export function mountArkesel(app: FastifyInstance, world: World, key: string): void {
  const { faults } = world;
  const answer = createResponder(world, 'arkesel', outage);
  readText(app, outage);
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, { on: 'look-up' }, () => error(404, 'Not found')),
  );

  app.post('/api/v2/sms/send', (request, reply) => {
    const fields = readFields(request);
    const given = Array.isArray(fields['recipients']) ? fields['recipients'].map(String) : [];
    const number = phoneNumber(given[0] ?? '');
    const meets = (fault: Parameters<typeof faults.meets>[0]) => faults.meets(fault, 'send', number);
    return answer(request, reply, { on: 'send', number }, async () => {
      if (request.headers['api-key'] !== key || meets('wrong-key'))
        return error(401, 'Authentication failed');
      if (meets('text-credit-out')) return error(402, 'Insufficient balance');
      const [from, text] = [textField(fields, 'sender') ?? '', textField(fields, 'message')];
      if (from === '' || from.length > 11 || meets('text-sender-refused'))
        return error(422, 'The sender is not approved on this network.');
      if (text === undefined || meets('text-content-refused'))
        return error(422, 'The message is not allowed.');
      const callback = textField(fields, 'callback_url');
      const data = [];
      for (const one of given) {
        const to = phoneNumber(one);
        if (to === undefined || (to === number && meets('text-number-refused')))
          data.push({ 'invalid numbers': [one] });
        else {
          const report = callback === undefined ? undefined : (state: Reported) => reportTo(callback, state);
          const { id } = await deliverSimulatedText(world, 'arkesel', { to, from, text }, report);
          data.push({ recipient: toMsisdn(to), ...(!meets('text-without-id') && { id }) });
        }
      }
      return { status: 200, body: { status: 'success', data } };
    });
  });

  app.get('/api/v2/clients/balance-details', (request, reply) =>
    answer(request, reply, { on: 'look-up', reference: 'balance' }, () =>
      request.headers['api-key'] === key
        ? {
            status: 200,
            body: { status: 'success', data: { sms_balance: '2003', main_balance: 'GHS 20.99' } },
          }
        : error(401, 'Authentication failed'),
    ),
  );
}

function reportTo(address: string, { id, word, isForged }: Reported): Callback {
  const url = new URL(address);
  if (isForged) url.pathname = `${url.pathname.slice(0, -8)}AAAAAAAA`;
  url.searchParams.set('sms_id', id);
  url.searchParams.set('status', REPORTED_STATUS[word]);
  return { url: url.href, method: 'GET', headers: {} };
}
