import { listDeliveriesAsAdmin } from '@app/contracts/identity/admin-people.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { listDeliveries } from './list-deliveries.ts';

export function adminDeliveryRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(listDeliveriesAsAdmin, async ({ query }) => {
    const { rows, totalElements } = await listDeliveries(db, query);
    const content = rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }));
    return { content, totalElements, size: query.size, number: query.page };
  });
}
