import { createHash } from 'node:crypto';
import { HOUR_MS } from '@app/contracts/durations.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** The ids of seeded rows begin with this. */
const SEEDED = '0be00000';

/**
 * Adapts a recorded value to another request: with its person and study, and with new ids and hashes. Equal
 * values of the sample stay equal.
 */
export function fillIn(value: unknown, known: ReadonlyMap<string, string>, salt: string): unknown {
  if (typeof value === 'string') {
    return value.replace(UUID, (id) => known.get(id) ?? (id.startsWith(SEEDED) ? id : freshId(id, salt)));
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, known, salt));
  if (isBytes(value)) return freshBytes(Buffer.from(value.data), salt);
  return value;
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const NEAR_MS = 4 * HOUR_MS;

/** Shifts the instants of a recorded value to another time, including those around the sample's. */
export function shiftIn(value: unknown, shift: { from: string; to: string } | undefined): unknown {
  if (typeof value !== 'string' || !shift) return value;
  const [from, to] = [Date.parse(shift.from), Date.parse(shift.to)];
  return value.replace(INSTANT, (instant) => {
    const away = Date.parse(instant) - from;
    return Math.abs(away) < NEAR_MS ? new Date(to + away).toISOString() : instant;
  });
}

/** JSON.stringify writes a Buffer in this form. */
function isBytes(value: unknown): value is { data: number[] } {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'type') === 'Buffer';
}

const hashOf = (content: string | Buffer, salt: string) =>
  createHash('sha256').update(salt).update(content).digest();

function freshId(id: string, salt: string): string {
  const hex = hashOf(id, salt).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

function freshBytes(bytes: Buffer, salt: string): Buffer {
  const hash = hashOf(bytes, salt);
  return Buffer.concat([hash, bytes.subarray(Math.min(hash.length, bytes.length))]).subarray(0, bytes.length);
}
