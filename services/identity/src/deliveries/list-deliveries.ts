import { type Kysely, sql } from 'kysely';
import type { HandlerResult, Paging } from '@app/contracts/endpoint.ts';
import { listDeliveriesAsAdmin } from '@app/contracts/identity/admin-people.ts';
import type { Route } from '@app/kit/route.ts';
import { deadLetterQueue } from '@app/kit/job-store.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { BULK_EMAILS, EMAILS } from '../emails/queue-email.ts';

type Delivery = HandlerResult<typeof listDeliveriesAsAdmin>['content'][number];

interface DeliveryFilter {
  userId?: string | undefined;
  channel?: Delivery['channel'] | undefined;
  state?: Delivery['state'] | undefined;
  since?: Date | undefined;
}

/**
 * If a job has failed for good, there is a copy in the queue of dead letters. Then the original is left out.
 */
const deliveries = ({ userId, channel, state, since }: DeliveryFilter) => sql`
  select delivery.id, delivery.at, channel, gateway, kind, state, delivery.user_id, person.email, case when delivery.reason is not null then delivery.reason
    when delivery.channel = 'EMAIL' and delivery.state = 'FAILED' and refused.email = person.email
    then 'MAILBOX_REFUSED' end as why
  from (
    select text_id as id, queued_at as at, 'TEXT' as channel, gateway, kind, state, reason, user_id from identity.texts
    union all
    select id, created_on, case when name like 'pushes%' then 'PUSH' else 'EMAIL' end, null,
      coalesce(data ->> 'asked', data ->> 'kind'),
      case when name like '%-dead-letter' then 'FAILED' when state = 'completed' then 'ENDED' else 'WAITING' end,
      null, (data ->> 'userId')::uuid
    from identity_jobs.job
    where name in ('emails', 'emails-dead-letter', 'bulk-emails', 'bulk-emails-dead-letter',
        'pushes', 'pushes-dead-letter')
      and not (name not like '%-dead-letter' and state = 'failed')
  ) as delivery left join identity.people as person using (user_id)
  left join identity.refused_mailboxes as refused using (user_id)
  where delivery.at >= coalesce(${since ?? null}::timestamptz, '-infinity')
    and (${userId ?? null}::uuid is null or delivery.user_id = ${userId ?? null}::uuid)
    and (${channel ?? null}::text is null or delivery.channel = ${channel ?? null}::text)
    and (${state ?? null}::text is null or delivery.state = ${state ?? null}::text)`;

/** Returns the newest first. */
export async function listDeliveries<Tables>(
  db: Kysely<Tables>,
  { page, size, ...filter }: DeliveryFilter & Paging,
): Promise<{ rows: (Omit<Delivery, 'at'> & { at: Date })[]; totalElements: number }> {
  const { rows } = await sql<Omit<Delivery, 'at'> & { at: Date }>`
    select id, at, channel, gateway, kind, state, why as reason, email, user_id as "userId"
    from (${deliveries(filter)}) as found order by at desc, id limit ${size} offset ${page * size}`.execute(
    db,
  );
  const count = await sql<{ all: number }>`
    select count(*)::int as all from (${deliveries(filter)}) as found`.execute(db);
  return { rows, totalElements: count.rows[0]?.all ?? 0 };
}

export function adminDeliveryRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(listDeliveriesAsAdmin, async ({ query }) => {
    const { rows, totalElements } = await listDeliveries(db, query);
    const content = rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }));
    return { content, totalElements, size: query.size, number: query.page };
  });
}

export async function countTextsOfDay(db: Kysely<IdentityTables>): Promise<{ sent: number; failed: number }> {
  const { rows } = await sql<{ sent: number; failed: number }>`
    select count(*) filter (where state in ('ACCEPTED', 'DELIVERED'))::int as sent,
      count(*) filter (where state in ('FAILED', 'UNKNOWN'))::int as failed
    from identity.texts where queued_at > now() - interval '1 day'`.execute(db);
  return rows[0] ?? { sent: 0, failed: 0 };
}

/** If a mail server accepted the email, its job is finished. If none did, its job is a dead letter. */
export async function countEmailsOfDay<Tables>(
  db: Kysely<Tables>,
): Promise<{ sent: number; failed: number }> {
  const queues = [EMAILS, BULK_EMAILS].map(({ name }) => name);
  const { rows } = await sql<{ sent: number; failed: number }>`
    select count(*) filter (where name = any(${queues}::text[]) and state = 'completed')::int as sent,
      count(*) filter (where name = any(${queues.map(deadLetterQueue)}::text[]))::int as failed
    from identity_jobs.job where created_on > now() - interval '1 day'`.execute(db);
  return rows[0] ?? { sent: 0, failed: 0 };
}
