import type { DraftAnswers } from '@app/contracts/project/draft-answers.ts';

/** Debounce: if answers come within this time, they are sent together. */
const SETTLE_MS = 3_000;
/** Throttle: people pay for data, so there is at least this time between two saves. */
const APART_MS = 15_000;

interface AutosaveDeps {
  send: (answers: DraftAnswers) => Promise<unknown>;
  maySend: () => boolean;
  onSaved: (answers: DraftAnswers) => void;
}

export type Autosave = ReturnType<typeof createAutosave>;

/**
 * Two calls at the same time could arrive in the wrong order, so only one is sent at a time. After `hold`,
 * nothing is sent. After a failure, the answers go with the next save.
 */
export function createAutosave({ send, maySend, onSaved }: AutosaveDeps) {
  const unsent = new Map<string, string>();
  const underWay: string[] = [];
  /** True after two calls ran at the same time. Then neither shows which answers are saved. */
  let isMixed = false;
  let isPaused = false;
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
      // This save happens in the background, so its failure is not shown.
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
    queue = queue.then(() => (isPaused ? undefined : sendUnsent()));
    return queue;
  }

  function settle(): void {
    clearTimeout(timer);
    if (isPaused || unsent.size === 0) return;
    timer = setTimeout(() => void flush(), Math.max(SETTLE_MS, sentAt + APART_MS - Date.now()));
  }

  return {
    chosen(question: string, option: string): void {
      unsent.set(question, option);
      settle();
    },
    isUnsent: (question: string) => unsent.has(question),
    flush,
    /** It does no harm to save answers while the application is sent. */
    sendBeforeSignOut(): Promise<unknown> {
      clearTimeout(timer);
      queue = queue.then(sendUnsent);
      return queue;
    },
    /** Does not wait for a running call, because the page may be gone before the call ends. */
    leave(): void {
      clearTimeout(timer);
      if (!isPaused) queue = Promise.all([queue, sendUnsent()]);
    },
    pause(): void {
      isPaused = true;
      clearTimeout(timer);
    },
    release(): void {
      isPaused = false;
      settle();
    },
  };
}
