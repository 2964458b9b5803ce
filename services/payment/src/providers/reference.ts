import { hash } from 'node:crypto';

/**
 * The reference of a thing's nth try (idempotency key): a function of both. A database restored from a backup asks with
 * the same one and meets what it has forgotten. In the form of a UUID of version 4, since MTN takes no other.
 */
export function referenceOf(id: string, attempt: number): string {
  const bytes = hash('sha256', `${id} ${attempt}`, 'buffer').subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
