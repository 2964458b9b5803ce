import type { Consented } from '@app/contracts/project/ethics.ts';

type MaybeOlder = Omit<Consented, 'agreements'> & Partial<Consented>;

/** Each agreement, oldest first. Replies that a browser kept from before this version name the last one alone. */
export const agreementsIn = ({ version, agreedAt, agreements }: MaybeOlder): Consented['agreements'] =>
  agreements ?? (agreedAt === null ? [] : [{ version, agreedAt }]);
