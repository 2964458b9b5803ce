import type { FastifyRequest } from 'fastify';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * If-Match requires a strong ETag (RFC 9110 section 8.8.3). The version does not include counters, so an edit
 * does not fail when someone applies.
 */
export const entityTag = (version: number) => `"${version}"`;

/**
 * Returns undefined if the header If-Match is absent or `*` (RFC 9110 section 13.1.1). Tags of others and
 * weak tags match no version.
 */
export function parseIfMatch({ headers }: FastifyRequest): readonly number[] | undefined {
  const given = headers['if-match'];
  if (given === undefined || given.trim() === '*') return undefined;
  return given.split(',').flatMap((tag) => {
    const version = /^"(\d{1,9})"$/.exec(tag.trim())?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

export function matchesVersions(versions: readonly number[] | undefined): RawBuilder<SqlBool> {
  return versions === undefined
    ? sql`true`
    : sql`version = any(string_to_array(${versions.join(',')}, ',')::integer[])`;
}
