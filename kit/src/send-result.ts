import type { FastifyReply } from 'fastify';
import type { EndpointShape, FileReply, PageSlice } from '@app/contracts/endpoint.ts';
import type { SendEvents } from './events.ts';
import type { StoredResponse } from './idempotency-store.ts';
import type { CompiledReply } from './reply.ts';
import { entityTag } from './versions.ts';
import type { Caller } from './viewer.ts';
import { parse } from 'node:path';
import { Readable } from 'node:stream';
import { MINUTE_MS } from '@app/contracts/durations.ts';

/**
 * File systems refuse some of these characters. The others would end the header or reverse the text (Unicode
 * TR 36).
 */
const unsafeCharacters = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"*/:<>?\\|]/gu;
const LONGEST_NAME = 100;
const STALLED_MS = MINUTE_MS;

/**
 * Sends the file as a download, so that a browser never shows it as a page of this site. A failure breaks
 * the connection, so that an incomplete file never looks complete.
 */
export function sendFile(
  reply: FastifyReply,
  mediaType: string,
  { name, text }: FileReply,
  stalledMs: number = STALLED_MS,
): FastifyReply {
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
  const isText = mediaType.startsWith('text/');
  void reply.header('content-type', isText ? `${mediaType}; charset=utf-8` : mediaType);
  if (name !== undefined) void reply.header('content-disposition', attachmentHeader(name));
  return reply.send(Readable.from(text));
}

/** RFC 6266 asks for the name twice, in ASCII and in UTF-8 (RFC 8187). */
export function attachmentHeader(name: string): string {
  const safe = safeName(name.toWellFormed());
  const plain = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w. ()-]/gu, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function safeName(given: string): string {
  const { name, ext } = parse(given.replace(unsafeCharacters, '_').replace(/^[.\s]+/, ''));
  return [...name].slice(0, LONGEST_NAME).join('') + ext;
}

export function sendResult(
  reply: FastifyReply,
  endpoint: EndpointShape,
  { status, serialize }: CompiledReply,
  result: unknown,
  { viewer, sendEvents }: { viewer: Caller | undefined; sendEvents: SendEvents },
): FastifyReply | Promise<FastifyReply> {
  void reply.code(status);
  if (endpoint.file) return sendFile(reply, endpoint.file, result as FileReply);
  if (serialize === undefined) return reply.send();
  if (endpoint.events) {
    if (!viewer || viewer.role === 'ADMIN')
      throw new Error('Events need a signed-in person: they end with the token');
    return sendEvents(reply, viewer, result as AsyncIterable<unknown>, serialize);
  }
  void reply.headers(headersOf(endpoint, result)).serializer(serialize);
  return reply.send(endpoint.page ? asPage(result as PageSlice<unknown>) : result);
}

const headersOf = ({ versioned }: EndpointShape, result: unknown) => ({
  ...(versioned && { etag: entityTag((result as { version: number }).version) }),
  'content-type': 'application/json; charset=utf-8',
});

/** Returns the answer that `sendResult` will send, so that it can be stored before the commit. */
export const toAnswer = (
  endpoint: EndpointShape,
  { status, serialize }: CompiledReply,
  result: unknown,
): StoredResponse =>
  serialize === undefined
    ? { status, headers: {}, body: null }
    : { status, headers: headersOf(endpoint, result), body: serialize(result) };

function asPage({ content, totalElements, size, number }: PageSlice<unknown>) {
  const totalPages = Math.ceil(totalElements / size);
  return { content, totalPages, totalElements, size, number, numberOfElements: content.length };
}
