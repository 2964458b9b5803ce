import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { inject } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { Engine } from '@app/kit/database.ts';
import { type Rows, insertRows } from './database-state.ts';

/** `verified` is a researcher with a verified company, `participant` one with a profile; the others have done neither. */
export type Kind = 'researcher' | 'verified' | 'newcomer' | 'participant';

/** How many of each are made before the first test: a database gives each out once, further ones register. */
export const READY: Readonly<Record<Kind, number>> = {
  researcher: 8,
  verified: 20,
  newcomer: 8,
  participant: 40,
};

/** A person and the rows that registering them has written, in all tables. */
export interface ReadyPerson {
  kind: Kind;
  user: SignedInUser;
  rows: Rows;
}

let people: Map<Kind, ReadyPerson[]> | undefined;
/** Databases that the run's own keys are used over: the rows hold what is encrypted and the tokens are signed with them. */
const enginesWithReadyPeople = new WeakSet<Engine>();
export const allowReadyPeople = (engine: Engine): void => void enginesWithReadyPeople.add(engine);
const givenCounts = new WeakMap<Engine, Record<Kind, number>>();

/**
 * A person who has registered through the product's own calls, copied into this database: a few milliseconds in place
 * of five to nine calls. Undefined once all of the kind are given out.
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
  // As if they had logged in now: some calls ask for a log-in of the last minutes, and a run can take longer than that.
  await sql`update identity.sessions set created_at = now() where user_id = ${person.user.userId}`.execute(
    engine.owner,
  );
  return person.user;
}

/** Whether so few are left that the next test file would have to register its people. */
export function areReadyPeopleScarce(engine: Engine): boolean {
  const counts = givenCounts.get(engine);
  return (
    counts !== undefined && (Object.keys(READY) as Kind[]).some((kind) => counts[kind] > READY[kind] / 2)
  );
}
