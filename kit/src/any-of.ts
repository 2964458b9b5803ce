import { type RawBuilder, sql } from 'kysely';

/**
 * For `column = anyOf(ids)`: a list of any length in one statement text, which a connection prepares once; `in (…)` is
 * another text for each length.
 */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids}::uuid[])`;
}
