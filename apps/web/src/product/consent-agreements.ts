import type { Consented } from '@app/contracts/project/ethics.ts';

type MaybeOlder = Omit<Consented, 'agreements'> & Partial<Consented>;

/** If an older version cached the reply, it has only the last agreement. */
export const agreementsIn = ({ version, agreedAt, agreements }: MaybeOlder): Consented['agreements'] =>
  agreements ?? (agreedAt === null ? [] : [{ version, agreedAt }]);
