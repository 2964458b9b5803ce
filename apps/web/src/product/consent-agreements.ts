import type { Consented } from '@app/contracts/project/ethics.ts';

type MaybeOlder = Omit<Consented, 'agreements'> & Partial<Consented>;

/** Older cached replies contain only the last agreement. */
export const agreementsIn = ({ version, agreedAt, agreements }: MaybeOlder): Consented['agreements'] =>
  agreements ?? (agreedAt === null ? [] : [{ version, agreedAt }]);
