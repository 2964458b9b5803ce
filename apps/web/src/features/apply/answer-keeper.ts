import type { BegunAnswers } from '@app/contracts/project/begun-answers.ts';

/** Whoever goes on answering within it is not interrupted, and sends some answers together. */
const SETTLE_MS = 3_000;
/** Data is paid for: so much lies between two that nobody waits for. */
const APART_MS = 15_000;

interface KeeperEdges {
  send: (answers: BegunAnswers) => Promise<unknown>;
  /** There is a connection, and the person is still signed in here. */
  maySend: () => boolean;
  /** The server has these. */
  onKept: (answers: BegunAnswers) => void;
}

export type AnswerKeeper = ReturnType<typeof createAnswerKeeper>;

/**
 * Decides when chosen answers go to the server: those alone that it has not confirmed, one call after the other, since of
 * two at once the older could arrive last, and nothing from `hold` on. What fails goes with the next choice, or as the page
 * is left.
 */
export function createAnswerKeeper({ send, maySend, onKept }: KeeperEdges) {
  const unsent = new Map<string, string>();
  const underWay: string[] = [];
  /** Of two under way at once nobody knows which arrives last: neither confirms anything. */
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
    const isKept = await send(answers).then(
      () => !isMixed,
      // Nobody asked for it, so nobody is told: this device has them too.
      () => false,
    );
    underWay.splice(underWay.indexOf(text), 1);
    if (underWay.length === 0) isMixed = false;
    if (!isKept) return;
    for (const [question, option] of Object.entries(answers)) {
      if (unsent.get(question) === option) unsent.delete(question);
    }
    onKept(answers);
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
    /** Before a log-out, which loses what is not sent; beside an application that is under way, it does no harm. */
    farewell(): Promise<unknown> {
      clearTimeout(timer);
      queue = queue.then(sendUnsent);
      return queue;
    },
    /** The page may be gone before the one under way is answered, so that is not waited for. */
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
