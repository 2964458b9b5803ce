import type { PageSlice, Paging, ReplyOf } from '@app/contracts/endpoint.ts';
import type { listDifferencesAsAdmin, readBalancesAsAdmin } from '@app/contracts/payment/admin-payments.ts';
import { sql } from 'kysely';
import { countWaiting } from '@app/kit/waiting-work.ts';
import type { Deps } from '../deps.ts';
import { floatAccount, inTransitAccount } from '../ledger/post.ts';
import { readAccounts } from '../ledger/read-balances.ts';
import { PROVIDERS, type ProviderName } from '../provider.ts';
import type { Db } from '../schema.ts';

/**
 * Asks all providers at once, and changes nothing. A provider that is not configured is listed only if some
 * money or a pause is left there.
 */
export async function compareBalances({
  db,
  providers,
}: Pick<Deps, 'db' | 'providers'>): Promise<ReplyOf<typeof readBalancesAsAdmin>> {
  const own = await Promise.all(PROVIDERS.map(async (name) => providers[name]?.balance()));
  const ledger = await readAccounts(
    db,
    PROVIDERS.flatMap((name) => [floatAccount(name), inTransitAccount(name)]),
  );
  const pauses = await db.selectFrom('payment.pauses').select(['provider', 'reason', 'at']).execute();
  const all = PROVIDERS.map((provider, place) => {
    const pause = pauses.find((one) => one.provider === provider);
    return {
      provider,
      isConfigured: providers[provider] !== undefined,
      ledgerInPesewas: ledger.get(floatAccount(provider)) ?? 0,
      inTransitInPesewas: 0 - (ledger.get(inTransitAccount(provider)) ?? 0),
      ownInPesewas: own[place]?.pesewas ?? null,
      said: own[place]?.pesewas === undefined ? (own[place]?.said ?? null) : null,
      pause: pause ? { reason: pause.reason, since: pause.at.toISOString() } : null,
    };
  });
  return all.filter(
    ({ isConfigured, ledgerInPesewas, inTransitInPesewas, pause }) =>
      isConfigured || ledgerInPesewas !== 0 || inTransitInPesewas !== 0 || pause !== null,
  );
}

type Difference = ReplyOf<typeof listDifferencesAsAdmin>['content'][number];

export async function listDifferences(db: Db, { page, size }: Paging): Promise<PageSlice<Difference>> {
  const rows = await db
    .selectFrom('payment.differences')
    .select(['kind', 'subject', 'provider', 'ours', 'theirs', 'found_at'])
    .orderBy('found_at')
    .orderBy('kind')
    .orderBy('subject')
    .limit(size)
    .offset(page * size)
    .execute();
  const { all } = await db
    .selectFrom('payment.differences')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow();
  const content = rows.map(({ found_at: at, ...row }) => ({ ...row, foundAt: at.toISOString() }));
  return { content, totalElements: all, size, number: page };
}

export function countDifferences(db: Db) {
  return countWaiting(db, 'DIFFERENCE', sql`select found_at as since from payment.differences`);
}

/** Returns the balances of the last reconciliation, because a provider may answer slowly. */
export async function listKnownFloats(db: Db) {
  const { rows } = await sql<{
    provider: ProviderName;
    pesewas: number;
    neededInPesewas: number;
    readAt: Date;
  }>`
    select provider, pesewas::bigint as pesewas, needed::bigint as "neededInPesewas", read_at as "readAt"
    from payment.floats order by provider`.execute(db);
  return rows.map((row) => ({ ...row, readAt: row.readAt.toISOString() }));
}
