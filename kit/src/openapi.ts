import type { FastifyInstance, FastifySchema } from 'fastify';
import swagger from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';
import { type EndpointShape, type ServiceContract, isOnAdminPort } from '@app/contracts/endpoint.ts';
import { errors } from '@app/contracts/errors.ts';
import { EVENTS_TYPE } from './events.ts';
import { allErrors } from './implied-errors.ts';
import { errorWords } from '@app/words/errors.ts';
import { escapeHtml } from './html.ts';

const DOCS_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";

function docsPage(contract: ServiceContract): string {
  const rows = Object.entries(contract.endpoints).flatMap(([operationId, endpoint]) =>
    isOnAdminPort(endpoint) ? [] : [endpointSection(operationId, endpoint, contract.base)],
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(contract.title)}</title>` +
    `<link rel="stylesheet" href="docs.css"></head><body><main><h1>${escapeHtml(contract.title)}</h1>` +
    `<p>The same as <a href="openapi.json">openapi.json</a> (OpenAPI 3.1), for reading.</p>${rows.join('')}</main></body></html>`
  );
}

function endpointSection(operationId: string, endpoint: EndpointShape, base: string): string {
  const failures = allErrors(endpoint)
    .map(
      (code) =>
        `<tr><td>${errors[code].status}</td><td><code>${code}</code></td><td>${escapeHtml(errorWords[code])}</td></tr>`,
    )
    .join('');
  const allowed = [endpoint.access, ...(endpoint.callers ?? [])];
  const own = endpoint.own
    ? `; <code>${endpoint.own.in}.${endpoint.own.name}</code> is the caller’s own id`
    : '';
  const limited = (endpoint.limits ?? []).map((limit) => `<code>${escapeHtml(limit)}</code>`).join(', ');
  const success = endpoint.page ? 'a page' : endpoint.reply || endpoint.bare ? 'content' : 'nothing';
  return (
    `<section id="${escapeHtml(operationId)}"><h2><code>${endpoint.method} ${escapeHtml(base + endpoint.path)}</code></h2>` +
    `<p>${escapeHtml(endpoint.summary)}.</p><p>Who: <code>${allowed.join(' ')}</code>${own}. Answers ${success}.` +
    `${limited === '' ? '' : ` Limited: ${limited}.`}</p>` +
    `<details><summary>How it can fail</summary><table><thead><tr><th>Status</th><th>Code</th><th>Words</th></tr></thead>` +
    `<tbody>${failures}</tbody></table></details></section>`
  );
}

const docsStyles = `:root { color-scheme: light dark; font: 16px/1.5 'Noto Sans', system-ui, sans-serif; }
body { margin: 0; } main { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem; }
h2 { font-size: 1rem; overflow-wrap: anywhere; margin: 2rem 0 0; }
p { margin: 0.25rem 0; } table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; }
`;

const ProblemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  content: z.array(
    z.object({
      message: z.string(),
      field: z.string().optional(),
      code: z.string().optional(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  ),
  requestId: z.string(),
});

const PostHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .describe('The same call with the same key within a day has one effect and gets one answer'),
});

const IfMatch = z.object({
  'If-Match': z
    .string()
    .optional()
    .describe('The ETag that was read: the change is refused with 412 where there is a newer version'),
});

function headerParameters({ method, versioned, needsKey, isRead, errors: codes }: EndpointShape) {
  const isConditional = versioned === true && codes.includes('STALE');
  if (needsKey) return { headers: PostHeaders.required() };
  if (method === 'POST' && !isRead)
    return { headers: isConditional ? PostHeaders.extend(IfMatch.shape) : PostHeaders };
  return isConditional ? { headers: IfMatch } : {};
}

export function openApiSchemas(operationId: string, endpoint: EndpointShape): FastifySchema {
  return {
    operationId,
    summary: endpoint.summary,
    ...(endpoint.access === 'ANYONE'
      ? {}
      : { security: [{ [endpoint.access === 'SERVICE' ? 'service' : 'bearer']: [] }] }),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    ...headerParameters(endpoint),
    response: { ...successResponse(endpoint), ...problemResponses(endpoint) },
  };
}

function successResponse(endpoint: EndpointShape) {
  const asClassic = (schema: $ZodType) => schema as unknown as z.ZodType;
  const { page, reply, bare, events, file } = endpoint;
  if (file) return { 200: { description: 'A file', content: { [file]: { schema: z.string() } } } };
  if (bare) return { 200: bare };
  if (events) {
    return { 200: { description: 'Server-sent events', content: { [EVENTS_TYPE]: { schema: events } } } };
  }
  if (page) {
    const count = z.int();
    return {
      200: z.object({
        content: z.array(asClassic(page)),
        totalPages: count,
        totalElements: count,
        size: count,
        number: count,
        numberOfElements: count,
      }),
    };
  }
  if (reply) return { [endpoint.status ?? 200]: z.object({ content: asClassic(reply) }) };
  return { 204: z.null().describe('Done; no content') };
}

function problemResponses(endpoint: EndpointShape) {
  const codesByStatus = Map.groupBy(allErrors(endpoint), (code) => errors[code].status);
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: { 'application/problem+json': { schema: ProblemSchema } } },
    ]),
  );
}

/** Serves the API description (D-33) at `{base}/openapi.json` and `{base}/docs`. */
export async function publishOpenApi(app: FastifyInstance, contract: ServiceContract): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: contract.title, version: '1' },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          service: { type: 'http', scheme: 'bearer', description: 'Another service’s own credential' },
        },
      },
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
    transformObject: createJsonSchemaTransformObject({}),
  });
  const hidden = { schema: { hide: true } };
  app.get('/openapi.json', hidden, async () => app.swagger());
  app.get('/docs', hidden, async (_request, reply) =>
    reply
      .header('content-security-policy', DOCS_POLICY)
      .type('text/html; charset=utf-8')
      .serializer(String)
      .send(docsPage(contract)),
  );
  app.get('/docs.css', hidden, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').serializer(String).send(docsStyles),
  );
}
