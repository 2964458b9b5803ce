import { existsByEmail } from '@app/contracts/identity/accounts.ts';
import { authWords } from '@app/words/auth.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { callIdentity } from '../../../api/call.ts';
import { toast } from '../../../ui/toast.ts';
import { Email } from '@app/contracts/text.ts';
import { createStore } from '../../../ui/store.ts';

/**
 * UNKNOWN means that the email is invalid or could not be checked. It counts as available (section 5 of the
 * specification).
 */
type Existence = 'UNKNOWN' | 'CHECKING' | 'FREE' | 'TAKEN';

interface ExistenceDeps {
  ask: (email: string, signal: AbortSignal) => Promise<boolean>;
  onFailed: () => void;
}

/** Debounce: the server allows few checks, because each response shows whether an account exists. */
const SETTLE_MS = 600;

export function createExistenceCheck({ ask, onFailed }: ExistenceDeps) {
  const state = createStore<Existence>('UNKNOWN');
  const answers = new Map<string, boolean>();
  let current = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  function stop(): void {
    clearTimeout(timer);
    asking?.abort();
    asking = undefined;
  }

  function conclude(isTaken: boolean): void {
    state.write(isTaken ? 'TAKEN' : 'FREE');
  }

  async function find(email: string): Promise<void> {
    const mine = new AbortController();
    asking = mine;
    try {
      const isTaken = await ask(email, mine.signal);
      answers.set(email, isTaken);
      if (!mine.signal.aborted) conclude(isTaken);
    } catch {
      if (mine.signal.aborted) return;
      state.write('UNKNOWN');
      onFailed();
    }
  }

  return {
    read: state.read,
    subscribe: state.subscribe,
    check(text: string): void {
      const email = Email.safeParse(text).data ?? '';
      if (email === current) return;
      current = email;
      stop();
      const known = answers.get(email);
      if (known !== undefined) return conclude(known);
      state.write(email === '' ? 'UNKNOWN' : 'CHECKING');
      if (email !== '') timer = setTimeout(() => void find(email), SETTLE_MS);
    },
    stop(): void {
      current = '';
      stop();
    },
  };
}

export function useEmailExistence() {
  const [existence] = useState(() =>
    createExistenceCheck({
      ask: (email, signal) => callIdentity(existsByEmail, { query: { email } }, signal),
      onFailed: () => toast.info(authWords.checkFailed),
    }),
  );
  const known = useSyncExternalStore(existence.subscribe, existence.read, () => 'UNKNOWN');
  useEffect(() => existence.stop, [existence]);
  return { isKnownTaken: known === 'TAKEN', check: existence.check };
}
