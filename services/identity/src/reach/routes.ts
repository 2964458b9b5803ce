import { type ReachReading, readReach } from '@app/contracts/identity/reach.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { sumReach, sumSample } from './queries.ts';

/** Fewer of the sample say nothing of how many match. */
const FEWEST_ALIKE = 30;
/** Who asks fact by fact would else read those of somebody whom they know to be the only one. */
const FEWEST_SAID = 10;

function readingOf(
  count: number,
  sample: Awaited<ReturnType<typeof sumSample>>,
): { count: number; reading?: ReachReading } {
  const few = { count: FEWEST_SAID, reading: 'FEWER_THAN' } as const;
  if (count < FEWEST_SAID) return few;
  if (!sample) return { count };
  const { matching, alike, isSample } = sample;
  if (isSample && alike < FEWEST_ALIKE) return { count, reading: 'AT_MOST' };
  // Two digits: a part of all people says no more.
  const said = isSample ? Number(((count * matching) / alike).toPrecision(2)) : matching;
  if (said < FEWEST_SAID) return few;
  return isSample ? { count: said, reading: 'ABOUT' } : { count: said };
}

export function reachRoutes(route: Route, { reader }: Deps): void {
  route(readReach, async ({ body }) => {
    const [{ count, asOf }, sample] = await Promise.all([sumReach(reader, body), sumSample(reader, body)]);
    return { ...readingOf(count, sample), asOf: asOf.toISOString() };
  });
}
