import type { AccountCheck, CheckedAccount } from '@app/contracts/payment/payouts.ts';
import type { Deps } from '../../deps.ts';
import { readPaymentAccount } from '../../peers/ask-identity.ts';
import { providerOf } from '../../providers/choose-provider.ts';
import type { PaymentProvider, Wallet } from '../../providers/provider.ts';
import { matchesName } from './matches-name.ts';
import { claimAccountCheck, findAccountCheck, writeAccountCheck } from '../queries.ts';

/**
 * Whether the network has a person's own account under the name that they typed. It is asked once for each change of
 * it, no matter who reads how often, and again an hour later while the network says nothing. No word of the network's
 * name leaves this service. Undefined where they have no account. `isBeingAsked`: somebody else's question may still be
 * under way.
 */
export async function lookUpAccount(
  { db, config, callIdentity, providers }: Pick<Deps, 'db' | 'config' | 'callIdentity' | 'providers'>,
  userId: string,
): Promise<(CheckedAccount & { isBeingAsked: boolean }) | undefined> {
  const account = await readPaymentAccount(callIdentity, userId);
  if (!account) return undefined;
  const { wallet, changedAt } = account;
  // Claimed before it is asked: of many who read at once, one asks.
  if (await claimAccountCheck(db, userId, changedAt)) {
    const state = await ask(providers[providerOf(wallet.network, config)], wallet);
    await writeAccountCheck(db, userId, changedAt, state);
    return { ...(await findAccountCheck(db, userId)), isBeingAsked: false };
  }
  return findAccountCheck(db, userId);
}

async function ask(provider: PaymentProvider | undefined, wallet: Wallet): Promise<AccountCheck> {
  const known = await provider?.lookUp(wallet);
  if (known?.kind === 'not-registered') return 'NOT_REGISTERED';
  if (!provider || known?.kind !== 'active') return 'UNKNOWN';
  const isSame = matchesName(wallet.name, (await provider.readName(wallet)) ?? '');
  if (isSame === undefined) return 'UNKNOWN';
  return isSame ? 'MATCHES' : 'DIFFERS';
}
