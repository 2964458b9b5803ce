import type { ErrorCode } from '@app/contracts/errors.ts';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { ServiceName } from '@app/contracts/endpoint.ts';
import type { PersonName } from '../../support/samples/world.ts';

/** `DONE` is the success that the endpoint declares. */
export type Outcome = ErrorCode | 'DONE';

/**
 * The outcome for callers admitted by `access` and `own`: with their own id, another person's, an unknown
 * one, and malformed text. The last two default to the one before.
 */
interface Outcomes {
  own: Outcome;
  foreign?: Outcome;
  unknown?: Outcome;
  malformed?: Outcome;
}
export interface Row extends Outcomes {
  as?: Partial<Record<PersonName, Partial<Outcomes>>>;
  /** Outcomes for an id in this position, if it differs from the others. */
  at?: Record<string, Partial<Outcomes>>;
}

/** The rows of every call, from the response file of its service. */
export const answers = Object.fromEntries(
  await Promise.all(
    CONTRACTS.map(async ({ name }) => {
      const { rows } = (await import(`./${name}-responses.ts`)) as { rows: Record<string, Row> };
      return [name, rows] as const;
    }),
  ),
) as Record<ServiceName, Record<string, Row>>;
