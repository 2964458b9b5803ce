import type { NoData, Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import { deleteExpiredEarlyReports, listUnreported, applyReport } from './queries.ts';

export const TEXT_WATCH: Queue<NoData> = {
  name: 'text-watch',
  cron: '*/10 * * * *',
  isDebounced: true,
  expireInSeconds: 300,
};

const ASKED_AT_ONCE = 100;
/** Leaves time to read the balance of a gateway that answers slowly. */
const LONGEST_ASKING_MS = 200_000;

export async function watchTexts(
  { db, config, gateway, log }: Deps,
  longestMs = LONGEST_ASKING_MS,
): Promise<void> {
  await deleteExpiredEarlyReports(db);
  if (!gateway) return;
  const until = performance.now() + longestMs;
  if (gateway.pollDeliveryState)
    for (const { textId, gatewayId } of await listUnreported(db, gateway.name, ASKED_AT_ONCE)) {
      if (performance.now() >= until) break;
      const state = await gateway.pollDeliveryState(gatewayId);
      if (state) await applyReport(db, { gateway: gateway.name, textId, gatewayId, state });
    }
  const balance = await gateway.readBalance?.();
  if (gateway.readBalance && balance === undefined)
    log.warn('the gateway does not report its remaining credit');
  if (balance !== undefined && balance < config.SMS_LOW_BALANCE)
    log.error({ balance }, 'the balance at the text gateway is low');
}
