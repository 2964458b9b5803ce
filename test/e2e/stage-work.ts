import type { CDPSession } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Processor time of the thread in microseconds: waiting for a processor is not in it. */
  tdur?: number;
  args?: { name?: string; elementCount?: number };
}

/** What a page has done for its own sake: scripting, rendering and painting, as the developer tools sum them up. */
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

async function traceOf(session: CDPSession, act: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  const complete = new Promise<void>((done) => {
    session.once('Tracing.tracingComplete', () => done());
  });
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline'] },
    transferMode: 'ReportEvents',
  });
  await act();
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return events;
}

/** What an act brings upon the page's main thread. */
export interface Work {
  /** Milliseconds of processor time. */
  time: number;
  /** How many times an element's style was worked out: the same on every machine. */
  styled: number;
}

async function workOf(session: CDPSession, act: () => Promise<unknown>): Promise<Work> {
  const events = await traceOf(session, act);
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  let end = 0;
  let sum = 0;
  let styled = 0;
  const work = events.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && WORK.has(name) && mains.has(`${pid} ${tid}`),
  );
  for (const { ts, dur = 0, tdur = 0, args } of work.toSorted(
    (a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0),
  )) {
    styled += args?.elementCount ?? 0;
    // What lies within another piece of work is counted with it.
    if (ts < end) continue;
    end = ts + dur;
    sum += tdur;
  }
  return { time: sum / 1000, styled };
}

const evaluate = (session: CDPSession, expression: string) =>
  session.send('Runtime.evaluate', { expression, awaitPromise: true });

/**
 * Presses Enter by the protocol itself, so no test tool works in the page. It ends after the frame in which `isDone`
 * holds.
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
