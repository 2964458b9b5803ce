import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { inject } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { Engine } from '@app/kit/database.ts';
import { type Rows, insertRows } from './database-state.ts';

/**
 * `verified` is a researcher with a verified company, `participant` has a profile; the others have neither.
 */
export type Kind = 'researcher' | 'verified' | 'newcomer' | 'participant';

/**
 * The number of each kind that is made before the first test: a database uses each once, further ones
 * register.
 */
export const READY: Readonly<Record<Kind, number>> = {
  researcher: 8,
  verified: 20,
  newcomer: 8,
  participant: 40,
};

/** A person and the rows of their registration, in all tables. */
export interface ReadyPerson {
  kind: Kind;
  user: SignedInUser;
  rows: Rows;
}

let people: Map<Kind, ReadyPerson[]> | undefined;
/** Databases that use the run's own keys: the rows contain encrypted values, and the keys sign the tokens. */
const enginesWithReadyPeople = new WeakSet<Engine>();
export const allowReadyPeople = (engine: Engine): void => void enginesWithReadyPeople.add(engine);
const givenCounts = new WeakMap<Engine, Record<Kind, number>>();

/**
 * Copies a person who registered through the product's own calls into this database: a few milliseconds
 * instead of five to nine calls. Returns undefined once all are used.
 */
export async function takeReadyPerson(
  { engine }: { engine: Engine },
  kind: Kind,
): Promise<SignedInUser | undefined> {
  const file = inject('readyPeople');
  if (file === undefined || !enginesWithReadyPeople.has(engine)) return undefined;
  people ??= Map.groupBy(JSON.parse(readFileSync(file, 'utf8')) as ReadyPerson[], (person) => person.kind);
  const counts = givenCounts.get(engine) ?? { researcher: 0, verified: 0, newcomer: 0, participant: 0 };
  givenCounts.set(engine, counts);
  const person = people.get(kind)?.[counts[kind]];
  counts[kind] += 1;
  if (!person) return undefined;
  await insertRows(engine, person.rows);
  // Simulates a log-in now: some calls require one in the last minutes, and a run can take longer.
  await sql`update identity.sessions set created_at = now() where user_id = ${person.user.userId}`.execute(
    engine.owner,
  );
  return person.user;
}

/** Returns whether so few are left that the next test file would have to register its people. */
export function areReadyPeopleScarce(engine: Engine): boolean {
  const counts = givenCounts.get(engine);
  return (
    counts !== undefined && (Object.keys(READY) as Kind[]).some((kind) => counts[kind] > READY[kind] / 2)
  );
}
