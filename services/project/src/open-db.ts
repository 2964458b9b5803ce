import type { Engine } from '@app/kit/database.ts';
import { type Seal, type SealedColumn, createSeal, sealColumns } from '@app/kit/sealed-columns.ts';
import type { Kysely } from 'kysely';
import type { ProjectTables } from './schema.ts';

export const SERVICE_ROLE = 'project_app';

const SEALED = { phone_number: 'phoneNumber' };

export function openDb(
  engine: Engine,
  keys: readonly Buffer[],
): { db: Kysely<ProjectTables>; reader: Kysely<ProjectTables>; seal: Seal } {
  const seal = createSeal(keys);
  const db = engine.connect<ProjectTables>(SERVICE_ROLE).withPlugin(sealColumns(seal, SEALED));
  const reader = engine.readers?.beside(SERVICE_ROLE, db).withPlugin(sealColumns(seal, SEALED));
  return { db, reader: reader ?? db, seal };
}

/** The retention job encrypts these rows again if they use an older key. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { of: 'project.bookings', key: 'booking_id', column: 'phone_number' },
];
