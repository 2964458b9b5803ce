import { Email } from '@app/contracts/text.ts';
import { createStore } from '../../../ui/store.ts';

/** UNKNOWN is not taken (section 5): an invalid address, or one that could not be checked. */
type Existence = 'UNKNOWN' | 'CHECKING' | 'FREE' | 'TAKEN';

interface ExistenceEdges {
  ask: (email: string, signal: AbortSignal) => Promise<boolean>;
  /** The address counts as available, and the screen says that it could not be checked. */
  onFailed: () => void;
}

/** Debounce. The server's rate limit is low, since each answer tells who has an account. */
const SETTLE_MS = 600;

/** Whether the address being typed has an account: asked once it is whole and rests; only the latest answer counts. */
export function createExistenceCheck({ ask, onFailed }: ExistenceEdges) {
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
    /** At every change of the field. */
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
    /** When the form leaves the screen; a later check starts again. */
    stop(): void {
      current = '';
      stop();
    },
  };
}
