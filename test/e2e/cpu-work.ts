import type { CDPSession, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Processor time of the thread in microseconds, without waiting for a processor. */
  tdur?: number;
  args?: { name?: string; elementCount?: number };
}

/** These events are the page's own scripting, rendering and painting, as in the developer tools' summary. */
const WORK = new Set([
  'EventDispatch',
  'FunctionCall',
  'EvaluateScript',
  'TimerFire',
  'FireAnimationFrame',
  'RunMicrotasks',
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'Paint',
  'Layerize',
  'Commit',
  'HitTest',
  'MinorGC',
  'MajorGC',
]);

async function traceOf(
  session: CDPSession,
  act: () => Promise<unknown>,
  includedCategories: string[],
): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  const complete = new Promise<void>((done) => {
    session.once('Tracing.tracingComplete', () => done());
  });
  await session.send('Tracing.start', {
    traceConfig: { includedCategories },
    transferMode: 'ReportEvents',
  });
  await act();
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return events;
}

function onMainThread(events: readonly TraceEvent[]): (event: TraceEvent) => boolean {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return ({ pid, tid }) => mains.has(`${pid} ${tid}`);
}

/** Returns the longest main-thread task during an act, in milliseconds of a phone a quarter as fast. */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const events = await traceOf(session, act, ['toplevel', 'disabled-by-default-devtools.timeline']);
  await session.detach();
  const isMain = onMainThread(events);
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && isMain(event));
  if (tasks.length === 0) throw new Error('The trace holds no task of the page');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** The work that an act causes on the page's main thread. */
export interface Work {
  /** The unit is milliseconds of processor time. */
  time: number;
  /** The number of style computations of elements, which is equal on every machine. */
  styled: number;
}

async function workOf(session: CDPSession, act: () => Promise<unknown>): Promise<Work> {
  const events = await traceOf(session, act, ['devtools.timeline']);
  const isMain = onMainThread(events);
  let end = 0;
  let sum = 0;
  let styled = 0;
  const work = events.filter((event) => event.ph === 'X' && WORK.has(event.name) && isMain(event));
  for (const { ts, dur = 0, tdur = 0, args } of work.toSorted(
    (a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0),
  )) {
    styled += args?.elementCount ?? 0;
    // Nested events are counted with their parent.
    if (ts < end) continue;
    end = ts + dur;
    sum += tdur;
  }
  return { time: sum / 1000, styled };
}

/** Measures a page on a phone a sixth as fast, from an act to the second frame after it. */
export async function workOnSlowPhone(
  page: Page,
  act: (session: CDPSession) => Promise<unknown>,
): Promise<Work> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const work = await workOf(session, async () => {
    await act(session);
    await evaluate(
      session,
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
    );
  });
  await session.detach();
  return work;
}

const evaluate = (session: CDPSession, expression: string) =>
  session.send('Runtime.evaluate', { expression, awaitPromise: true });

/**
 * Presses Enter through the protocol, so no test tool runs in the page. Ends after the frame in which
 * `isDone` holds.
 */
export function workOfEnter(session: CDPSession, isDone: string): Promise<Work> {
  return workOf(session, async () => {
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    await evaluate(
      session,
      `new Promise((done) => {
        const look = () => (${isDone})
          ? requestAnimationFrame(() => setTimeout(done))
          : requestAnimationFrame(look);
        look();
      })`,
    );
  });
}
