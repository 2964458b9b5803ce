import type { FastifyInstance, FastifySchema } from 'fastify';
import swagger from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';
import type { EndpointShape, ServiceContract } from '@app/contracts/endpoint.ts';
import { errors } from '@app/contracts/errors.ts';
import { DOCS_POLICY, docsPage, docsStyles } from './docs-page.ts';
import { EVENTS_TYPE } from './events.ts';
import { allErrors } from './implied-errors.ts';

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

/** The headers that a call reads beside its token. */
function headersOf({ method, versioned, needsKey, errors: codes }: EndpointShape) {
  const isConditional = versioned === true && codes.includes('STALE');
  if (needsKey) return { headers: PostHeaders.required() };
  if (method === 'POST') return { headers: isConditional ? PostHeaders.extend(IfMatch.shape) : PostHeaders };
  return isConditional ? { headers: IfMatch } : {};
}

/** The schemas of a route as the document prints them; the checks themselves are made by `route`. */
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
    ...headersOf(endpoint),
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

/** Publishes the contract as an OpenAPI 3.1 document at `{base}/openapi.json` and as a page at `{base}/docs` (D-33). */
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
