import type { FastifyReply } from 'fastify';
import type { EndpointShape, FileReply, PageSlice } from '@app/contracts/endpoint.ts';
import type { SendEvents } from './events.ts';
import type { CompiledReply } from './reply.ts';
import { sendFile } from './send-file.ts';
import { entityTag } from './versions.ts';
import type { Viewer } from './viewer.ts';

/** Answers with what a handler gave, in the shape that the endpoint declares. */
export function sendResult(
  reply: FastifyReply,
  endpoint: EndpointShape,
  { status, serialize }: CompiledReply,
  result: unknown,
  { viewer, sendEvents }: { viewer: Viewer | undefined; sendEvents: SendEvents },
): FastifyReply | Promise<FastifyReply> {
  void reply.code(status);
  if (endpoint.file) return sendFile(reply, endpoint.file, result as FileReply);
  if (serialize === undefined) return reply.send();
  if (endpoint.events) {
    if (!viewer) throw new Error('Only who is signed in can be sent events: they end with the token');
    return sendEvents(reply, viewer, result as AsyncIterable<unknown>, serialize);
  }
  if (endpoint.versioned) void reply.header('etag', entityTag((result as { version: number }).version));
  void reply.header('content-type', 'application/json; charset=utf-8').serializer(serialize);
  return reply.send(endpoint.page ? asPage(result as PageSlice<unknown>) : result);
}

function asPage({ content, totalElements, size, number }: PageSlice<unknown>) {
  const totalPages = Math.ceil(totalElements / size);
  return { content, totalPages, totalElements, size, number, numberOfElements: content.length };
}
