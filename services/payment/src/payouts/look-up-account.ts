import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { lookUpAccount as contract } from '@app/contracts/payment/payouts.ts';
import type { Deps } from '../deps.ts';
import { readPaymentAccount } from '../peers/ask-identity.ts';
import { providerOf } from '../providers/choose-provider.ts';

/** Whose name the network has for a person's own account; undefined where they have none. */
export async function lookUpAccount(
  deps: Pick<Deps, 'callIdentity' | 'config' | 'providers'>,
  userId: string,
): Promise<ReplyOf<typeof contract> | undefined> {
  const account = await readPaymentAccount(deps.callIdentity, userId);
  if (!account) return undefined;
  const provider = deps.providers[providerOf(account.wallet.network, deps.config)];
  const known = await provider?.lookUp(account.wallet);
  if (!provider || !known || known.kind === 'unavailable' || known.kind === 'refused')
    return { state: 'UNKNOWN', name: null };
  if (known.kind === 'not-registered') return { state: 'NOT_REGISTERED', name: null };
  return { state: 'ACTIVE', name: shortened(await provider.readName(account.wallet)) };
}

/** `KOFI MENSAH` as `KOFI M…`: enough to know oneself by, and not enough to learn somebody's name by their number. */
function shortened(name: string | undefined): string | null {
  const [first, ...more] = (name ?? '').trim().split(/\s+/);
  if (first === undefined || first === '') return null;
  const last = more.at(-1);
  return last === undefined ? `${first.slice(0, 1)}…` : `${first} ${last.slice(0, 1)}…`;
}
