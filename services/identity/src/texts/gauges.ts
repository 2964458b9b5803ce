import { sql } from 'kysely';
import type { ServiceGauge } from '@app/kit/metrics.ts';
import { gaugeWords as words } from '@app/words/gauges.ts';

/** What becomes of texts. */
export const gauges: readonly ServiceGauge[] = [
  {
    name: 'identity_texts',
    help: words.identity_texts,
    labels: ['state'],
    rows: sql`
      select state, count(*)::int as value from identity.texts
      where queued_at > now() - interval '1 day' group by state`,
  },
];
