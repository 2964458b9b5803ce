import { decideDispute } from '@app/contracts/project/disputes.ts';
import type { TestApp } from '../../../test/support/app.ts';
import { disputeSecret } from '../src/bookings/disputes/disputes.ts';
import { readProjectConfig } from '../src/config.ts';

export const disputeToken = ({ settings }: Pick<TestApp, 'settings'>, id: string) =>
  disputeSecret(readProjectConfig(settings), id);

export function decideAsAdmin(
  app: Pick<TestApp, 'call' | 'settings'>,
  id: string,
  decision: 'PARTICIPANT' | 'RESEARCHER',
) {
  const body = { token: disputeToken(app, id), decision, reason: 'No call was made' };
  return app.call(decideDispute, { params: { id }, body });
}
