import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { type About, type Answer, readText, createResponder } from '../wire.ts';
import { drawnText } from '../chance.ts';
import { type World, formatCedis, phoneNumber } from '../world.ts';
import { type MtnSettings, type Product, PRODUCTS, openAccess } from './access.ts';
import { openAccountHolders } from './account-holders.ts';
import { mtnOutage, mtnRefusals } from './responses.ts';
import { type Kind, BODIES } from './payment.ts';
import { type MtnModes, openPayments } from './payments.ts';
import { MTN_FLOAT } from './settle-payment.ts';

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const STATUSES_PER_SECOND = 10;

const KINDS: { product: Product; kind: Kind; versions: readonly string[] }[] = [
  { product: 'collection', kind: 'requesttopay', versions: ['v1_0'] },
  { product: 'disbursement', kind: 'transfer', versions: ['v1_0'] },
  { product: 'disbursement', kind: 'refund', versions: ['v1_0', 'v2_0'] },
];

type Calls = ReturnType<typeof openCalls>;

function openCalls(app: FastifyInstance, world: World, access: ReturnType<typeof openAccess>) {
  const { faults } = world;
  const answer = createResponder(world, 'mtn', mtnOutage);
  readText(app, mtnOutage);
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, { on: 'look-up' }, () => mtnRefusals.noResource),
  );

  function findRefusal(
    request: FastifyRequest,
    product: Product,
    { on, reference, number }: About,
  ): Answer | undefined {
    if (faults.meets('wrong-key', on, reference, number)) return mtnRefusals.keyInvalid;
    if (faults.meets('token-expired', on, reference, number)) access.expireToken(request);
    return access.check(request, product);
  }

  return { access, answer, findRefusal };
}

function mountLookUps(
  app: FastifyInstance,
  world: World,
  { currency }: MtnSettings,
  { access, answer, findRefusal }: Calls,
): void {
  const { book } = world;
  const holders = openAccountHolders(world);

  for (const product of PRODUCTS) {
    for (const path of [`/${product}/token/`, `/${product}/token`]) {
      app.post(path, (request, reply) =>
        answer(request, reply, { on: 'look-up' }, () => access.giveToken(request, product)),
      );
    }
    const lookUp = (path: string, work: (number: string | undefined) => Answer) => {
      app.get<{ Params: { type?: string; number?: string } }>(
        `/${product}/v1_0/${path}`,
        (request, reply) => {
          const number = phoneNumber(request.params.number ?? '');
          const about: About = { on: 'look-up', number };
          return answer(request, reply, about, () => findRefusal(request, product, about) ?? work(number));
        },
      );
    };
    lookUp('accountholder/:type/:number/active', holders.readActive);
    lookUp('accountholder/:type/:number/basicuserinfo', holders.readUserInfo);
    const balance = () => ({
      status: 200,
      body: { availableBalance: formatCedis(book.balanceOf(MTN_FLOAT)), currency },
    });
    lookUp('account/balance', balance);
    lookUp(`account/balance/${currency}`, balance);
  }
}

type Payments = ReturnType<typeof openPayments>;

function partyIn(payments: Payments, body: z.infer<(typeof BODIES)[Kind]>): string | undefined {
  if ('payer' in body) return body.payer.partyId;
  if ('payee' in body) return body.payee.partyId;
  return payments.findCollected(body.referenceIdToRefund)?.partyId;
}

function mountPayments(
  app: FastifyInstance,
  { clock }: World,
  { currency }: MtnSettings,
  payments: Payments,
  { access, answer, findRefusal }: Calls,
): void {
  const statuses: number[] = [];

  function isTooFast(): boolean {
    statuses.push(clock.now());
    return (
      statuses.slice(-STATUSES_PER_SECOND - 1).filter((at) => at > clock.now() - 1000).length >
      STATUSES_PER_SECOND
    );
  }

  async function accept(request: FastifyRequest, product: Product, kind: Kind): Promise<Answer> {
    const reference = readHeader(request, 'x-reference-id')?.toLowerCase();
    const refused = findRefusal(request, product, { on: 'send', reference });
    if (refused) return refused;
    if (reference === undefined || !UUID_V4.test(reference)) {
      return mtnRefusals.badRequest('X-Reference-Id must be a UUID of version 4');
    }
    const parsed = BODIES[kind].safeParse(parseBody(request));
    if (!parsed.success) return mtnRefusals.badRequest('Request does not follow the specification');
    const body = parsed.data;
    if (body.currency !== currency) return mtnRefusals.currency;
    const callbackUrl = readHeader(request, 'x-callback-url');
    if (callbackUrl !== undefined && !access.mayCallBack(request, callbackUrl))
      return mtnRefusals.callbackHost;
    if (payments.isKnown(reference)) return mtnRefusals.exists;
    const partyId = partyIn(payments, body);
    if (partyId === undefined) return mtnRefusals.notFound;
    await payments.accept({
      ...body,
      kind,
      reference,
      partyId,
      // MTN accepts a payment to an invalid number. The error is in the status of the payment.
      number: phoneNumber(partyId) ?? '',
      callbackUrl,
      acceptedAt: clock.now(),
      status: 'PENDING',
    });
    return { status: 202 };
  }

  for (const { product, kind, versions } of KINDS) {
    for (const version of versions) {
      app.post(`/${product}/${version}/${kind}`, (request, reply) => {
        const reference = readHeader(request, 'x-reference-id')?.toLowerCase();
        return answer(request, reply, { on: 'send', reference, number: readPartyId(request) }, () =>
          accept(request, product, kind),
        );
      });
    }
    app.get<{ Params: { reference: string } }>(`/${product}/v1_0/${kind}/:reference`, (request, reply) => {
      const reference = request.params.reference.toLowerCase();
      const about: About = { on: 'status', reference };
      return answer(request, reply, about, () => {
        if (isTooFast()) return mtnRefusals.tooMany;
        const refused = findRefusal(request, product, about);
        if (refused) return refused;
        const payment = payments.find(kind, reference);
        return payment ? { status: 200, body: payments.show(payment) } : mtnRefusals.notFound;
      });
    });
  }
}

export function mountMtn(
  app: FastifyInstance,
  world: World,
  settings: MtnSettings,
  modes: MtnModes = { retries: 'once', reasonShape: 'text' },
): void {
  const calls = openCalls(app, world, openAccess(world, settings));
  mountLookUps(app, world, settings, calls);
  mountPayments(app, world, settings, openPayments(world, settings, modes), calls);
  if (settings.environment === 'sandbox') mountProvisioning(app, calls, world);
}

function mountProvisioning(
  app: FastifyInstance,
  { access: { users, checkKey }, answer }: Calls,
  { seed }: World,
): void {
  const on = (
    method: 'GET' | 'POST',
    url: string,
    work: (id: string, request: FastifyRequest) => Answer,
  ): void => {
    app.route<{ Params: { id?: string } }>({
      method,
      url,
      handler: (request, reply: FastifyReply) =>
        answer(request, reply, { on: 'look-up' }, () => {
          const id = request.params.id ?? readHeader(request, 'x-reference-id') ?? '';
          return checkKey(request) ?? work(id, request);
        }),
    });
  };
  on('POST', '/v1_0/apiuser', (id, request) => {
    if (!UUID_V4.test(id)) return mtnRefusals.badRequest('X-Reference-Id must be a UUID of version 4');
    if (users.has(id)) return mtnRefusals.exists;
    const body = parseBody(request);
    const host = typeof body === 'object' && body !== null ? Reflect.get(body, 'providerCallbackHost') : '';
    users.set(id, { secret: undefined, callbackHost: typeof host === 'string' ? host : undefined });
    return { status: 201 };
  });
  on('GET', '/v1_0/apiuser/:id', (id) => {
    const user = users.get(id);
    if (!user) return mtnRefusals.notFound;
    return { status: 200, body: { providerCallbackHost: user.callbackHost, targetEnvironment: 'sandbox' } };
  });
  on('POST', '/v1_0/apiuser/:id/apikey', (id) => {
    const user = users.get(id);
    if (!user) return mtnRefusals.notFound;
    user.secret = drawnText(32, seed, 'apikey', id);
    return { status: 201, body: { apiKey: user.secret } };
  });
}

function readHeader({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

function parseBody({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

/** The phone number decides which fault happens, so it is read before the body is parsed. */
function readPartyId(request: FastifyRequest): string | undefined {
  const [, digits] = /"partyId"\s*:\s*"(\d+)"/.exec(String(request.body)) ?? [];
  return digits === undefined ? undefined : phoneNumber(digits);
}
