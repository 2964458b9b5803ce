import { sql } from 'kysely';
import type { ServiceGauge } from '@app/kit/database-metrics.ts';
import { gaugeWords as words } from '@app/words/gauges.ts';

/** docs/alarms.md explains the alarms of these metrics. */
export const gauges: readonly ServiceGauge[] = [
  {
    name: 'payment_paused',
    help: words.payment_paused,
    labels: ['provider', 'reason'],
    rows: sql`select provider, reason, 1 as value from payment.pauses`,
  },
  {
    name: 'payment_payouts',
    help: words.payment_payouts,
    labels: ['state'],
    rows: sql`
      select state, count(*)::int as value from payment.payouts
      where next_at is not null or state in ('REVIEW', 'REVERSED', 'ACTION_NEEDED') group by state`,
  },
  {
    name: 'payment_fundings',
    help: words.payment_fundings,
    labels: ['state'],
    rows: sql`
      select state, count(*)::int as value from payment.fundings
      where next_at is not null or state = 'REVIEW' group by state`,
  },
  {
    name: 'payment_differences',
    help: words.payment_differences,
    labels: ['kind'],
    rows: sql`select kind, count(*)::int as value from payment.differences group by kind`,
  },
  {
    name: 'payment_float_pesewas',
    help: words.payment_float_pesewas,
    labels: ['provider'],
    rows: sql`select provider, pesewas::float8 as value from payment.floats`,
  },
  {
    name: 'payment_float_needed_pesewas',
    help: words.payment_float_needed_pesewas,
    labels: ['provider'],
    rows: sql`select provider, needed::float8 as value from payment.floats`,
  },
  {
    name: 'payment_float_age_seconds',
    help: words.payment_float_age_seconds,
    labels: ['provider'],
    rows: sql`
      select provider, extract(epoch from now() - greatest(read_at, since))::float8 as value
      from payment.watched_providers left join payment.floats using (provider)`,
  },
];
