import type { Engine } from '@app/kit/database.ts';
import {
  type HashedColumn,
  type Seal,
  type SealedColumn,
  createSeal,
  sealColumns,
} from '@app/kit/sealed-columns.ts';
import { toMailbox } from '@app/kit/mailbox.ts';
import type { Kysely } from 'kysely';
import type { IdentityTables } from './schema.ts';

export const SERVICE_ROLE = 'identity_app';

/** The encrypted columns. The key is the column in the table, and the value is its name in statements. */
const SEALED = {
  phone_number: 'phoneNumber',
  payment_phone_number: 'phoneNumber',
  payment_account_name: 'accountName',
  proven_number: 'number',
  coded_number: 'number',
  invited_address: 'address',
};

export function openDb(
  engine: Engine,
  keys: readonly Buffer[],
): { db: Kysely<IdentityTables>; reader: Kysely<IdentityTables>; seal: Seal } {
  const seal = createSeal(keys);
  const db = engine.connect<IdentityTables>(SERVICE_ROLE).withPlugin(sealColumns(seal, SEALED));
  const reader = engine.readers?.beside(SERVICE_ROLE, db).withPlugin(sealColumns(seal, SEALED));
  return { db, reader: reader ?? db, seal };
}

/** An hourly job encrypts values in these columns again if they use an older key. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { of: 'identity.people', key: 'user_id', column: 'phone_number' },
  { of: 'identity.registrations', key: 'registration_id', column: 'phone_number' },
  { of: 'identity.participant_profiles', key: 'user_id', column: 'payment_phone_number' },
  { of: 'identity.participant_profiles', key: 'user_id', column: 'payment_account_name' },
  { of: 'identity.phones', key: 'user_id', column: 'proven_number' },
  { of: 'identity.phone_codes', key: 'number_hash', column: 'coded_number' },
  { of: 'identity.invitations', key: 'invitation_id', column: 'invited_address' },
];

export const HASHED_COLUMNS: readonly HashedColumn[] = [
  { of: 'identity.people', key: 'user_id', column: 'phone_number', hashColumn: 'phone_hash' },
  {
    of: 'identity.participant_profiles',
    key: 'user_id',
    column: 'payment_phone_number',
    hashColumn: 'payment_number_hash',
  },
  { of: 'identity.phones', key: 'user_id', column: 'proven_number', hashColumn: 'number_hash' },
  {
    of: 'identity.invitations',
    key: 'invitation_id',
    column: 'invited_address',
    hashColumn: 'address_hash',
    asHashed: toMailbox,
  },
];

/**
 * These hashes cannot be made again with a new key, because their originals are not stored. So their keys
 * must stay.
 */
export const UNRECOVERABLE_HASHES = [{ of: 'identity.never_invited', column: 'address_hash' }] as const;
