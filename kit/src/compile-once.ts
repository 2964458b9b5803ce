import type { Kysely } from 'kysely';
import { CompiledQuery } from 'kysely';

/** Stands for a value while its statement is built. */
class StandIn {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A query builder, or a text of `sql`. */
interface Built<Row> {
  compile(db: Pick<Kysely<unknown>, 'getExecutor'>): CompiledQuery<Row>;
}

/**
 * A statement of one shape, built and compiled at its first run only: for a busy call that costs more than many a statement
 * itself. `build` sees stand-ins, so each value must reach the statement as it is.
 */
export function compileOnce<Values extends object, Row, Tables>(
  build: (values: Values, db: Kysely<Tables>) => Built<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  let compiled: Pick<CompiledQuery, 'sql' | 'parameters'> | undefined;
  return async (db, values) => {
    compiled ??= compile((standIns) => build(standIns as Values, db).compile(db));
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof StandIn ? Reflect.get(values, parameter.name) : parameter,
    );
    return (await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, parameters))).rows;
  };
}

function compile(build: (standIns: object) => CompiledQuery): Pick<CompiledQuery, 'sql' | 'parameters'> {
  const standIns = new Map<string, StandIn>();
  const values = new Proxy(
    {},
    {
      get(_, name) {
        const standIn = standIns.get(String(name)) ?? new StandIn(String(name));
        standIns.set(standIn.name, standIn);
        return standIn;
      },
    },
  );
  const { sql, parameters } = build(values);
  const lost = [...standIns.values()].filter((standIn) => !parameters.includes(standIn));
  if (lost.length > 0) {
    throw new Error(`Not in the statement as it is: ${lost.map(({ name }) => name).join(', ')}`);
  }
  return { sql, parameters };
}
