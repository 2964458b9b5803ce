import type { DraftAnswers } from '@app/contracts/project/draft-answers.ts';

/** Debounce: answers that follow each other within this time are sent together. */
const SETTLE_MS = 3_000;
/** Throttle: the shortest time between two saves in the background, since people pay for data. */
const APART_MS = 15_000;

interface AutosaveEdges {
  send: (answers: DraftAnswers) => Promise<unknown>;
  /** Whether there is a connection, and the person is still signed in here. */
  maySend: () => boolean;
  /** Called with the answers that the server has confirmed. */
  onSaved: (answers: DraftAnswers) => void;
}

export type Autosave = ReturnType<typeof createAutosave>;

/**
 * Autosave of draft answers, debounced. Sends only what the server has not confirmed, in one call after the other: of two
 * at once the older could arrive last. Sends nothing after `hold`. What fails is sent again with the next choice, or when
 * the page is left.
 */
export function createAutosave({ send, maySend, onSaved }: AutosaveEdges) {
  const unsent = new Map<string, string>();
  const underWay: string[] = [];
  /** Two calls are under way, and either may arrive last: neither confirms anything. */
  let isMixed = false;
  let isHeld = false;
  let sentAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function sendUnsent(): Promise<void> {
    if (unsent.size === 0 || !maySend()) return;
    const answers = Object.fromEntries(unsent);
    const text = JSON.stringify(answers);
    if (text === underWay.at(-1)) return;
    sentAt = Date.now();
    if (underWay.push(text) > 1) isMixed = true;
    const isSaved = await send(answers).then(
      () => !isMixed,
      // The person did not ask for this save and still has the answers here, so a failure is silent.
      () => false,
    );
    underWay.splice(underWay.indexOf(text), 1);
    if (underWay.length === 0) isMixed = false;
    if (!isSaved) return;
    for (const [question, option] of Object.entries(answers)) {
      if (unsent.get(question) === option) unsent.delete(question);
    }
    onSaved(answers);
  }

  function flush(): Promise<unknown> {
    clearTimeout(timer);
    queue = queue.then(() => (isHeld ? undefined : sendUnsent()));
    return queue;
  }

  function settle(): void {
    clearTimeout(timer);
    if (isHeld || unsent.size === 0) return;
    timer = setTimeout(() => void flush(), Math.max(SETTLE_MS, sentAt + APART_MS - Date.now()));
  }

  return {
    chosen(question: string, option: string): void {
      unsent.set(question, option);
      settle();
    },
    isUnsent: (question: string) => unsent.has(question),
    flush,
    /** Before a log-out, which clears this device. Does no harm beside an application that is under way. */
    sendBeforeSignOut(): Promise<unknown> {
      clearTimeout(timer);
      queue = queue.then(sendUnsent);
      return queue;
    },
    /** As the page is left: does not wait for the call under way, since the page may be gone before its answer. */
    leave(): void {
      clearTimeout(timer);
      if (!isHeld) queue = Promise.all([queue, sendUnsent()]);
    },
    hold(): void {
      isHeld = true;
      clearTimeout(timer);
    },
    release(): void {
      isHeld = false;
      settle();
    },
  };
}
