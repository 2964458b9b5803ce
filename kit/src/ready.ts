import type { Compilable, CompiledQuery, Kysely } from 'kysely';

/** Stands in a statement for a value that each call gives. */
class Given {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

const anyGiven = new Proxy({}, { get: (_, name) => new Given(name) });

/**
 * A statement whose text is built once and not with every call: building is up to a fifth of a hot request
 * (docs/bench.md). Only its values may depend on what is given: each is
 * read by its name and goes into the statement as it is.
 */
export function ready<Tables, Values extends object, Row>(
  build: (db: Kysely<Tables>, given: Values) => Compilable<Row>,
): (db: Kysely<Tables>, given: Values) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined;
  return async (db, given) => {
    built ??= build(db, anyGiven as Values).compile();
    const parameters = built.parameters.map((value) =>
      value instanceof Given ? given[value.name as keyof Values] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}
