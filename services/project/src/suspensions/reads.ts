import type { Study } from '@app/contracts/project/studies.ts';

/** Sends both or nothing, because researchers must know why a study is suspended and since when. */
export const toSuspension = (at: Date | null, reason: string | null): Pick<Study, 'suspension'> =>
  at && reason !== null ? { suspension: { reason, at: at.toISOString() } } : {};
