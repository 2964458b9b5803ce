import build from 'fast-json-stringify';
import { type $ZodType, toJSONSchema } from 'zod/v4/core';
import type { EndpointShape } from '@app/contracts/endpoint.ts';

export interface CompiledReply {
  status: number;
  /** Undefined if the reply has no body. */
  serialize: Write | undefined;
}

type Schema = Record<string, unknown>;

const compiled = new WeakMap<EndpointShape, CompiledReply>();

export function findCompiledReply(endpoint: EndpointShape): CompiledReply {
  const reply = compiled.get(endpoint) ?? compileReply(endpoint);
  compiled.set(endpoint, reply);
  return reply;
}

/** Compiles the serializer at its first use, because most replies are rare. */
function compileReply(endpoint: EndpointShape): CompiledReply {
  const declared = endpoint.page ?? endpoint.reply ?? endpoint.bare ?? endpoint.events;
  if (!declared) {
    return { status: endpoint.status ?? (endpoint.file ? 200 : 204), serialize: undefined };
  }
  const status = endpoint.status ?? 200;
  const plain = endpoint.bare ?? endpoint.events;
  if (plain) return { status, serialize: atFirstUse(() => build(jsonSchema(plain))) };
  const { page } = endpoint;
  if (page) return { status, serialize: atFirstUse(() => build(pageSchema(jsonSchema(page)))) };
  const write = atFirstUse(() => build(jsonSchema(declared)));
  return { status, serialize: (value) => `{"content":${write(value)}}` };
}

type Write = (value: unknown) => string;

function atFirstUse(compile: () => Write): Write {
  let write: Write | undefined;
  return (value) => (write ??= compile())(value);
}

function jsonSchema(schema: $ZodType): Schema {
  const { $schema: _, ...json } = toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
  });
  return withoutFormats(json) as Schema;
}

function withoutFormats(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutFormats);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !((key === 'format' || key === 'pattern') && typeof value === 'string'))
      .map(([key, value]) => [key, withoutFormats(value)]),
  );
}

function pageSchema(item: Schema): Schema {
  const count = { type: 'integer' };
  const names = ['totalPages', 'totalElements', 'size', 'number', 'numberOfElements'];
  return {
    type: 'object',
    properties: {
      content: { type: 'array', items: item },
      ...Object.fromEntries(names.map((name) => [name, count])),
    },
    required: ['content', ...names],
    additionalProperties: false,
  };
}
