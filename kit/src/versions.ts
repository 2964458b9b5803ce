import type { FastifyRequest } from 'fastify';
import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';

/**
 * Of what its owner has made of a thing (RFC 9110 section 8.8.3), strong since If-Match takes no other. Counters beside it, of
 * applicants say, go up without a new one: nobody's change is to fail because somebody else applied.
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
