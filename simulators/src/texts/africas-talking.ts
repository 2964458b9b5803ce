import type { FastifyInstance } from 'fastify';
import type { Callback } from '../callbacks.ts';
import { type Answer, type OutageBodies, readText, createResponder, readFields, textField } from '../wire.ts';
import { type World, phoneNumber } from '../world.ts';
import { type Reported, deliverSimulatedText } from './deliver-text.ts';

const respond = (Message: string, Recipients: object[] = []): Answer => ({
  status: 201,
  body: { SMSMessageData: { Message, Recipients } },
});
const error = (status: number, text: string): Answer => ({ status, body: { errorMessage: text } });
const outage: OutageBodies = {
  internal: error(500, 'InternalServerError').body,
  unavailable: error(503, 'ServiceUnavailable').body,
  tooMany: error(429, 'TooManyRequests').body,
};
const REPORTED_STATUS = { arrived: 'Success', lost: 'Failed', 'under-way': 'Sent', odd: 'AbsentSubscriber' };
const OPT_OUT = '\nSTOP *456*9*5#';

export interface AfricasTalkingSettings {
  user: string;
  key: string;
  /** Without this address, deliveries are not reported. */
  reportUrl?: () => string | undefined;
}

/** Africa's Talking answers with 201 whatever happens, and in XML unless the client asks for JSON. */
export function mountAfricasTalking(
  app: FastifyInstance,
  world: World,
  settings: AfricasTalkingSettings,
): void {
  const { faults } = world;
  const answer = createResponder(world, 'africastalking', outage);
  const greeted = new Set<string>();
  readText(app, outage);
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, { on: 'look-up' }, () => error(404, 'NotFound')),
  );

  app.post('/version1/messaging', (request, reply) => {
    const fields = readFields(request);
    const number = phoneNumber(textField(fields, 'to') ?? '');
    const meets = (fault: Parameters<typeof faults.meets>[0]) => faults.meets(fault, 'send', number);
    return answer(request, reply, { on: 'send', number }, async () => {
      const { apikey, accept } = request.headers;
      if (apikey !== settings.key || textField(fields, 'username') !== settings.user || meets('wrong-key'))
        return error(401, 'The supplied authentication is invalid');
      if (accept !== 'application/json')
        return { status: 201, body: '<AfricasTalkingResponse><SMSMessageData/></AfricasTalkingResponse>' };
      const [from, text] = [textField(fields, 'from') ?? '', textField(fields, 'message')];
      if (from === '' || from.length > 11 || meets('text-sender-refused')) return respond('InvalidSenderId');
      const one = (statusCode: number, status: string, messageId = 'None') =>
        respond('Sent to 1/1 Total Cost: KES 0.8000', [
          { statusCode, number: textField(fields, 'to'), cost: 'KES 0.8000', status, messageId },
        ]);
      if (meets('text-credit-out')) return one(405, 'InsufficientBalance');
      if (number === undefined || meets('text-number-refused')) return one(403, 'InvalidPhoneNumber');
      if (text === undefined || meets('text-content-refused')) return one(500, 'InternalServerError');
      const appended = greeted.has(number) ? '' : OPT_OUT;
      greeted.add(number);
      const url = settings.reportUrl?.();
      const report = url === undefined ? undefined : (reported: Reported) => reportTo(url, reported);
      const { id } = await deliverSimulatedText(
        world,
        'africastalking',
        { to: number, from, text: text + appended },
        report,
      );
      return one(101, 'Success', meets('text-without-id') ? 'None' : `ATXid_${id}`);
    });
  });

  app.get('/version1/user', (request, reply) =>
    answer(request, reply, { on: 'look-up', reference: 'balance' }, () => ({
      status: 200,
      body: { UserData: { balance: 'KES 1785.50' } },
    })),
  );
}

function reportTo(address: string, { id, number, word, isForged }: Reported): Callback {
  const url = isForged ? `${address.slice(0, -8)}AAAAAAAA` : address;
  const body = new URLSearchParams({
    id: `ATXid_${id}`,
    status: REPORTED_STATUS[word],
    phoneNumber: number,
    networkCode: '62001',
  });
  if (word === 'lost') body.set('failureReason', 'DeliveryFailure');
  return {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  };
}
