import type { Consented } from '@app/contracts/project/ethics.ts';

type MaybeOlder = Omit<Consented, 'agreements'> & Partial<Consented>;

/** Cached replies of older versions contain only the last agreement. */
export const agreementsIn = ({ version, agreedAt, agreements }: MaybeOlder): Consented['agreements'] =>
  agreements ?? (agreedAt === null ? [] : [{ version, agreedAt }]);
