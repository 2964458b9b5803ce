import { msisdnOf } from '../numbers.ts';
import type { Reason } from './answers.ts';

interface Magic {
  /** Absent, it stays pending. */
  settlesInMs?: number;
  /** Absent, it succeeds. */
  reason?: Reason;
}

/**
 * What MTN's sandbox does for its numbers, as measured. Any other number succeeds, and nobody is asked. No money moves.
 */
const MAGIC: Record<string, Magic> = {
  '46733123450': { settlesInMs: 0, reason: 'INTERNAL_PROCESSING_ERROR' },
  '46733123451': { settlesInMs: 0, reason: 'APPROVAL_REJECTED' },
  '46733123452': { settlesInMs: 0, reason: 'EXPIRED' },
  '46733123453': {},
  '46733123454': { settlesInMs: 25_000 },
  '46733123455': { settlesInMs: 0, reason: 'PAYER_NOT_FOUND' },
  '46733123456': { settlesInMs: 0, reason: 'PAYEE_NOT_ALLOWED_TO_RECEIVE' },
  '46733123461': { settlesInMs: 0, reason: 'INTERNAL_PROCESSING_ERROR' },
};

export function magicOf({ number }: { number: string }): Magic {
  return MAGIC[msisdnOf(number)] ?? { settlesInMs: 0 };
}
