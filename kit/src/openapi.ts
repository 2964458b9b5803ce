import type { FastifyInstance, FastifySchema } from 'fastify';
import swagger from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';
import type { Access, EndpointShape, ServiceContract } from '@app/contracts/endpoint.ts';
import type { ErrorCode } from '@app/contracts/errors.ts';
import { errors } from '@app/contracts/errors.ts';

const ProblemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  content: z.array(z.object({ message: z.string(), field: z.string().optional() })),
  requestId: z.string(),
});

/** What the access and the input of an endpoint can answer beyond the codes it declares. */
export function impliedErrors(endpoint: EndpointShape): ErrorCode[] {
  const byAccess: Record<Access, ErrorCode[]> = {
    ANYONE: [],
    SERVICE: ['NOT_SIGNED_IN'],
    SIGNED_IN: ['NOT_SIGNED_IN'],
    RESEARCHER: ['NOT_SIGNED_IN', 'NOT_ALLOWED'],
    PARTICIPANT: ['NOT_SIGNED_IN', 'NOT_ALLOWED'],
    VERIFIED_RESEARCHER: ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'NOT_VERIFIED'],
  };
  return [
    ...byAccess[endpoint.access],
    ...(endpoint.own ? (['NOT_YOURS'] as const) : []),
    ...(endpoint.body || endpoint.query ? (['INVALID_INPUT', 'MALFORMED_REQUEST'] as const) : []),
    ...(endpoint.body ? (['NOT_JSON', 'TOO_LARGE'] as const) : []),
    'UNAVAILABLE',
    'INTERNAL',
  ];
}

/** Every code an endpoint can answer, each once. */
export function allErrors(endpoint: EndpointShape): ErrorCode[] {
  return [...new Set([...endpoint.errors, ...impliedErrors(endpoint)])];
}

/** The schemas of a route as the document prints them; the checks themselves are made by `route`. */
export function openApiSchemas(operationId: string, endpoint: EndpointShape): FastifySchema {
  return {
    operationId,
    summary: endpoint.summary,
    ...(endpoint.access === 'ANYONE' ? {} : { security: [{ [endpoint.access === 'SERVICE' ? 'service' : 'bearer']: [] }] }),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: { ...successResponse(endpoint), ...problemResponses(endpoint) },
  } as FastifySchema;
}

function successResponse(endpoint: EndpointShape) {
  const asClassic = (schema: $ZodType) => schema as unknown as z.ZodType;
  const { page, reply, bare } = endpoint;
  if (bare) return { 200: bare };
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
          service: { type: 'http', scheme: 'bearer', description: 'The other service’s own credential' },
        },
      },
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
    transformObject: createJsonSchemaTransformObject({}),
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
