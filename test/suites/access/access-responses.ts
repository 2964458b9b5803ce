import type { ErrorCode } from '@app/contracts/errors.ts';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { ServiceName } from '@app/contracts/endpoint.ts';
import type { PersonName } from '../../support/samples/world.ts';

/** `DONE` is the success that the endpoint declares. */
export type Outcome = ErrorCode | 'DONE';

/**
 * What a call answers to callers whom its `access` and `own` let through: with their own id, with another person's,
 * with an unknown one, and with text that is no id. The last two default to the one before.
 */
interface Outcomes {
  own: Outcome;
  foreign?: Outcome;
  unknown?: Outcome;
  malformed?: Outcome;
}
export interface Row extends Outcomes {
  as?: Partial<Record<PersonName, Partial<Outcomes>>>;
  /** What an id in this place answers, where it is not as in the others. */
  at?: Record<string, Partial<Outcomes>>;
}

/** The rows of every call, from the service's own file of answers. */
export const answers = Object.fromEntries(
  await Promise.all(
    CONTRACTS.map(async ({ name }) => {
      const { rows } = (await import(`./${name}-responses.ts`)) as { rows: Record<string, Row> };
      return [name, rows] as const;
    }),
  ),
) as Record<ServiceName, Record<string, Row>>;
