import type { AccountCheck, CheckedAccount } from '@app/contracts/payment/account-check.ts';
import { splitWords } from '@app/kit/match-text.ts';
import type { Deps } from '../../deps.ts';
import { readPaymentAccount } from '../../identity-peer.ts';
import { type PaymentProvider, type Wallet, chooseProvider } from '../../provider.ts';
import { claimAccountCheck, readAccountCheck, writeAccountCheck } from '../queries.ts';

const areAlike = (one: string, other: string) => one === other && one.length > 1;
const isInitial = (one: string, other: string) =>
  (one.length === 1 || other.length === 1) && one[0] === other[0];

/** Words that follow each other are also joined, so that `Owusu Ansah` matches OWUSUANSAH. */
function joinMatchingWords(words: readonly string[], others: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length;) {
    const ends = Array.from({ length: words.length - at - 1 }, (_, less) => words.length - less);
    const end = ends.find((to) => others.includes(words.slice(at, to).join(''))) ?? at + 1;
    joined.push(words.slice(at, end).join(''));
    at = end;
  }
  return joined;
}

/** Networks send these words if they do not know a name. */
const NO_NAMES = new Set([
  'OK',
  'N A',
  'NA',
  'NONE',
  'NULL',
  'NIL',
  'UNDEFINED',
  'UNKNOWN',
  'NOT AVAILABLE',
  'SUCCESS',
]);

/**
 * Two full words must match, or all words if the network has fewer, so that half a name reveals nothing. The
 * typed name may have only one more word, so that no one can try a list of names.
 */
export function matchesName(typed: string, registered: string): boolean | undefined {
  const [typedWords, registeredWords] = [splitWords(typed), splitWords(registered)];
  const ours = joinMatchingWords(typedWords, registeredWords);
  const theirs = joinMatchingWords(registeredWords, typedWords);
  if (ours.length === 0 || theirs.length === 0 || NO_NAMES.has(theirs.join(' '))) return undefined;
  if (ours.length > theirs.length + 1) return false;
  const enough = Math.max(1, Math.min(2, theirs.filter(({ length }) => length > 1).length));
  const inFull = removeMatchingPairs(ours, theirs, areAlike);
  removeMatchingPairs(ours, theirs, isInitial);
  return inFull >= enough && (ours.length === 0 || theirs.length === 0);
}

function removeMatchingPairs(
  ours: string[],
  theirs: string[],
  fits: (one: string, other: string) => boolean,
): number {
  const before = ours.length;
  const alone = ours.splice(0).filter((word) => {
    const at = theirs.findIndex((other) => fits(word, other));
    if (at !== -1) theirs.splice(at, 1);
    return at === -1;
  });
  ours.push(...alone);
  return before - alone.length;
}

/**
 * Asks the network once after each change of the account, and again each hour while it does not answer. The
 * network's name never leaves this service.
 */
export async function lookUpAccount(
  { db, config, callIdentity, providers }: Pick<Deps, 'db' | 'config' | 'callIdentity' | 'providers'>,
  userId: string,
): Promise<(CheckedAccount & { isBeingAsked: boolean }) | undefined> {
  const account = await readPaymentAccount(callIdentity, userId);
  if (!account) return undefined;
  const { wallet, changedAt } = account;
  // If many readers come at once, only one of them may send a request.
  if (await claimAccountCheck(db, userId, changedAt)) {
    const state = await lookUpWallet(providers[chooseProvider(wallet.network, config)], wallet);
    await writeAccountCheck(db, userId, changedAt, state);
    return { ...(await readAccountCheck(db, userId)), isBeingAsked: false };
  }
  return readAccountCheck(db, userId);
}

async function lookUpWallet(provider: PaymentProvider | undefined, wallet: Wallet): Promise<AccountCheck> {
  const known = await provider?.lookUp(wallet);
  if (known?.kind === 'not-registered') return 'NOT_REGISTERED';
  if (!provider || known?.kind !== 'active') return 'UNKNOWN';
  const isSame = matchesName(wallet.name, (await provider.readName(wallet)) ?? '');
  if (isSame === undefined) return 'UNKNOWN';
  return isSame ? 'MATCHES' : 'DIFFERS';
}
