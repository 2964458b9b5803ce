import { parse } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileReply } from '@app/contracts/endpoint.ts';

/** What file systems refuse in a name, what would end the header, and what turns the text around (Unicode TR 36). */
const unsafe = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"*/:<>?\\|]/gu;
const LONGEST_NAME = 100;
/** Nothing of it was taken for so long: whoever asked is gone, or only holds on to it. */
const STALLED_MS = 60_000;

/**
 * To be saved, never shown as a page of this site. The text is made as fast as it is taken, and no longer than somebody
 * takes it; where it fails under way the connection breaks off, so that no part of a file looks like the whole.
 */
export function sendFile(
  reply: FastifyReply,
  mediaType: string,
  { name, text }: FileReply,
  stalledMs: number = STALLED_MS,
): FastifyReply {
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
  return reply
    .header('content-type', `${mediaType}; charset=utf-8`)
    .header('content-disposition', attachment(name))
    .send(Readable.from(text));
}

/** The name in both spellings of RFC 6266: for old readers without accents, and as it is (RFC 8187). */
export function attachment(name: string): string {
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
  const { name, ext } = parse(given.replace(unsafe, '_').replace(/^[.\s]+/, ''));
  return [...name].slice(0, LONGEST_NAME).join('') + ext;
}
