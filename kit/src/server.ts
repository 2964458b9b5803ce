import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { errors } from '@app/contracts/errors.ts';
import { config as configureZod } from 'zod/v4/core';
import { plainRule } from './plain-rule.ts';
import { refuseMalformed } from './malformed.ts';
import type { Log } from './log.ts';
import { Failure, codeOf, refusalOf, sendProblem } from './problem.ts';
import { underRequest } from './current-request.ts';
import { answerClientError } from './client-error.ts';
import { compressAnswer } from './compress-answer.ts';
import { readJsonBody } from './json-body.ts';

configureZod({ customError: plainRule });

const BODY_BYTES = 96 * 1024;
const REQUEST_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 60_000;
const ROUTE_PARAMETER_CHARACTERS = 300;

/** Headers of every answer (OWASP ASVS 3.4); the web pages replace the policy with their own. */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cache-control': 'no-store',
};

/** A request id from outside is kept, so that one request can be followed across both services, if it is a plain id. */
function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

/** What balancers and supervisors ask, every second or two. */
const HEALTH_CHECKS: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/** One line a call, with the code that it was refused with; of health checks those that fail. */
function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  // The pattern, never the address itself: addresses and tokens travel in paths and queries.
  const route = request.routeOptions.url ?? 'none';
  if (HEALTH_CHECKS.has(route) && reply.statusCode < 400) return;
  const durationInMs = Math.round(reply.elapsedTime);
  const { method } = request;
  request.log.info(
    { method, route, status: reply.statusCode, code: refusalOf(reply), durationInMs },
    'answered',
  );
}

/**
 * The HTTP server of a process: limits, headers, problem replies, one log line a request. Services mount into it. Only
 * trusted proxies (addresses or CIDR ranges) may set the client's address; the header is ignored from anybody else.
 */
export async function createServer(
  log: Log,
  trustedProxies: readonly string[] = [],
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: ROUTE_PARAMETER_CHARACTERS },
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    forceCloseConnections: 'idle',
    // Node would answer in a shape of its own.
    http: { requireHostHeader: false },
    return503OnClosing: true,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, securityHeaders, log),
    frameworkErrors: (_error, request, reply) => {
      void reply.headers({ ...securityHeaders, 'x-request-id': request.id });
      void sendProblem(request, reply, 'MALFORMED_REQUEST');
      // It has no hooks.
      logAnswer(request, reply);
    },
  });

  // Input is checked by the contracts in `route`, and replies are written by its own serializers.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(cookie);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => readJsonBody(body),
  );

  // One hook that waits for nothing: each request pays for every turn of the event loop.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(securityHeaders).header('x-request-id', request.id);
    const lacksHost = request.headers.host === undefined && request.raw.httpVersion === '1.1';
    underRequest({ id: request.id, address: request.ip }, () =>
      done(lacksHost ? new Failure('MALFORMED_REQUEST') : undefined),
    );
  });
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('preValidation', refuseMalformed);
  app.addHook('onSend', compressAnswer);
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));

  app.setErrorHandler((error, request, reply) => {
    const { code, items, retryAfterInSeconds } = codeOf(error);
    if (errors[code].status >= 500) request.log.error({ err: error, code }, 'failed');
    return sendProblem(request, reply, code, items, retryAfterInSeconds);
  });
  app.setNotFoundHandler((request, reply) => {
    const [url = '/'] = request.url.split('?', 1);
    const allowed = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => {
      const found = app.findRoute({ method, url });
      // The web pages answer every address; that makes none of them a call.
      return found !== null && !('*' in found.params);
    });
    if (allowed.length === 0) return sendProblem(request, reply, 'NO_SUCH_CALL');
    void reply.header('allow', allowed.join(', '));
    return sendProblem(request, reply, 'METHOD_NOT_ALLOWED');
  });
  return app;
}
