import { sql } from 'kysely';
import type { ServiceGauge } from '@app/kit/metrics.ts';
import { gaugeWords as words } from '@app/words/gauges.ts';

const refused = sql`from project.dues where sent_version < version and due_at < now() - interval '1 hour'`;

/** Payments that the payment service has not taken for an hour: `npm run admin -- dues` lists them. */
export const gauges: readonly ServiceGauge[] = [
  {
    name: 'project_dues',
    help: words.project_dues,
    labels: [],
    rows: sql`select count(*)::int as value ${refused}`,
  },
  {
    name: 'project_dues_pesewas',
    help: words.project_dues_pesewas,
    labels: [],
    rows: sql`select coalesce(sum(pesewas), 0)::float8 as value ${refused}`,
  },
];
