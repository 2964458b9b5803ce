import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { errors, type ErrorCode } from '@app/contracts/errors.ts';
import { config as configureZod, type $ZodRawIssue } from 'zod/v4/core';
import { refuseMalformed } from './malformed.ts';
import type { Log } from './log.ts';
import { Failure, classifyError, recordedRefusal, sendProblem, createProblem } from './problem.ts';
import { runWithRequest } from './current-request.ts';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type BrotliOptions, brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib';
import { rule } from '@app/contracts/rule.ts';
import { visit } from 'jsonc-parser';
import { MINUTE_MS } from '@app/contracts/durations.ts';

const MAX_DEPTH = 10;
const MAX_KEYS = 5000;
/** Fields with these names could change the prototype of an object. */
const refusedNames = new Set(['__proto__', 'constructor', 'prototype']);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses JSON (RFC 8259). Throws MALFORMED_REQUEST for invalid UTF-8, repeated or prototype names, deep
 * nesting or too many names.
 */
export function readJsonBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    const text = utf8.decode(body);
    refuseOddities(text);
    return JSON.parse(text);
  } catch {
    throw new Failure('MALFORMED_REQUEST');
  }
}

function refuseOddities(text: string): void {
  const objects: Set<string>[] = [];
  let [depth, names] = [0, 0];
  const refuse = () => {
    throw new Failure('MALFORMED_REQUEST');
  };
  const open = () => {
    depth += 1;
    if (depth > MAX_DEPTH) refuse();
  };
  const close = () => {
    depth -= 1;
  };
  visit(
    text,
    {
      onObjectBegin() {
        open();
        objects.push(new Set());
      },
      onObjectProperty(name) {
        names += 1;
        const known = objects.at(-1);
        if (known?.has(name) || refusedNames.has(name) || names > MAX_KEYS) refuse();
        known?.add(name);
      },
      onObjectEnd() {
        close();
        objects.pop();
      },
      onArrayBegin: open,
      onArrayEnd: close,
      onError: refuse,
    },
    { disallowComments: true },
  );
}

function plainRule(issue: $ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return rule('valueRequired');
  if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return rule('notAnOption');
  if (issue.code === 'too_small' && issue.origin === 'string') return rule('valueRequired');
  if (issue.code === 'too_small') return rule(`min ${Number(issue.minimum)}`);
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum);
    return issue.origin === 'string' ? rule(`maxLength ${most}`) : rule(`max ${most}`);
  }
  return rule('notOfThisKind');
}

/** If a body is smaller, compressing it saves no network packet. */
const MIN_COMPRESSED_BYTES = 1_000;
/** Higher levels take several times as long and save 5 % more. */
const COMPRESSION_LEVEL = 4;
const brotliOptions: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: COMPRESSION_LEVEL } };
const gzipOptions: ZlibOptions = { level: COMPRESSION_LEVEL };

/**
 * Compresses only answers to GET. The length of a compressed log-in answer could help someone to guess a
 * secret (BREACH).
 */
function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  const isWorth =
    request.method === 'GET' && typeof payload === 'string' && payload.length >= MIN_COMPRESSED_BYTES;
  if (!isWorth || reply.hasHeader('content-encoding')) return done(null, payload);
  void reply.header('vary', 'Accept-Encoding');
  const accepted = request.headers['accept-encoding'] ?? '';
  const name = (['br', 'gzip'] as const).find((one) => accepted.includes(one));
  if (name === undefined) return done(null, payload);
  void reply.header('content-encoding', name).removeHeader('content-length');
  return name === 'br' ? brotliCompress(payload, brotliOptions, done) : gzip(payload, gzipOptions, done);
}

const codes: Record<string, ErrorCode | undefined> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TOO_SLOW',
};

function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
  log: Log,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = codes[error.code ?? ''] ?? 'MALFORMED_REQUEST';
  const requestId = randomUUID();
  const body = JSON.stringify(createProblem(code, requestId));
  const { status } = errors[code];
  log.info({ requestId, status, code }, 'answered');
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

configureZod({ customError: plainRule });

const BODY_BYTES = 96 * 1024;
const REQUEST_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = MINUTE_MS;
const ROUTE_PARAMETER_CHARACTERS = 300;

/** Headers that OWASP ASVS 3.4 requires. Pages have a content policy of their own. */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  'cache-control': 'no-store',
};

/** A request id from outside is accepted, so that a request can be followed through the services. */
function acceptRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

const HEALTH_CHECKS: ReadonlySet<string> = new Set(['/livez', '/readyz']);

function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  // Paths and queries contain addresses and tokens.
  const route = request.routeOptions.url ?? 'none';
  if (HEALTH_CHECKS.has(route) && reply.statusCode < 400) return;
  const durationInMs = Math.round(reply.elapsedTime);
  const { method } = request;
  request.log.info(
    { method, route, status: reply.statusCode, code: recordedRefusal(reply), durationInMs },
    'answered',
  );
}

/** Only trusted proxies (IP addresses or CIDR ranges) may set the client's address. */
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
    genReqId: (request) => acceptRequestId(request.headers['x-request-id']),
    forceCloseConnections: 'idle',
    // Node's own error answer has another format than ours, so we make this check ourselves.
    http: { requireHostHeader: false },
    return503OnClosing: true,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, securityHeaders, log),
    frameworkErrors: (_error, request, reply) => {
      void reply.headers({ ...securityHeaders, 'x-request-id': request.id });
      void sendProblem(request, reply, 'MALFORMED_REQUEST');
      // Hooks do not run for this answer, so it is logged here.
      logAnswer(request, reply);
    },
  });

  // `route` validates the input and serializes replies, so the framework must not.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(cookie);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => readJsonBody(body),
  );

  // Registered without async functions: each turn of the event loop would delay every request.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(securityHeaders).header('x-request-id', request.id);
    const lacksHost = request.headers.host === undefined && request.raw.httpVersion === '1.1';
    runWithRequest({ id: request.id, address: request.ip }, () =>
      done(lacksHost ? new Failure('MALFORMED_REQUEST') : undefined),
    );
  });
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('preValidation', refuseMalformed);
  app.addHook('onSend', compressAnswer);
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));

  app.setErrorHandler((error, request, reply) => {
    const { code, items, retryAfterInSeconds } = classifyError(error);
    if (errors[code].status >= 500) request.log.error({ err: error, code }, 'failed');
    return sendProblem(request, reply, code, items, retryAfterInSeconds);
  });
  app.setNotFoundHandler((request, reply) => {
    const [url = '/'] = request.url.split('?', 1);
    const allowed = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => {
      const found = app.findRoute({ method, url });
      // The wildcard route of the pages matches every address, so it does not count.
      return found !== null && !('*' in found.params);
    });
    if (allowed.length === 0) return sendProblem(request, reply, 'NO_SUCH_CALL');
    void reply.header('allow', allowed.join(', '));
    return sendProblem(request, reply, 'METHOD_NOT_ALLOWED');
  });
  return app;
}
