import type { FastifyRequest } from 'fastify';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * The strong ETag of a version (RFC 9110 section 8.8.3); If-Match takes no other. Counters in the same reply do not change
 * it: an edit must not fail because somebody applied meanwhile.
 */
export const entityTag = (version: number) => `"${version}"`;

/**
 * The versions that If-Match names, or undefined where any will do: without the header, or with `*` (RFC 9110 section
 * 13.1.1). A tag that is none of ours, a weak one among them, names nothing.
 */
export function wantedVersions({ headers }: FastifyRequest): readonly number[] | undefined {
  const given = headers['if-match'];
  if (given === undefined || given.trim() === '*') return undefined;
  return given.split(',').flatMap((tag) => {
    const version = /^"(\d{1,9})"$/.exec(tag.trim())?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/** The same as a condition on a row's own `version`. */
export function isWantedVersion(versions: readonly number[] | undefined): RawBuilder<SqlBool> {
  return versions === undefined
    ? sql`true`
    : sql`version = any(string_to_array(${versions.join(',')}, ',')::integer[])`;
}
