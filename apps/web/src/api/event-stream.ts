import type { EndpointShape } from '@app/contracts/endpoint.ts';
import type { $ZodType, output } from 'zod/v4/core';
import type { CallDeps } from './caller.ts';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { browserDeps } from './call.ts';

/** Server-sent events follow WHATWG HTML, section 9.2.6. */
export function createEventParser(onData: (data: string) => void): (text: string) => void {
  let unfinished = '';
  let data: string[] = [];
  let endedInReturn = false;

  function readLine(line: string): void {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'));
      data = [];
      return;
    }
    const [name = ''] = line.split(':', 1);
    if (name === 'data') data.push(line.slice(name.length + 1).replace(/^ /, ''));
  }

  return (text) => {
    if (text === '') return;
    // The two characters of \r\n may be in different chunks.
    const isRestOfEnd = endedInReturn && text.startsWith('\n');
    endedInReturn = text.endsWith('\r');
    const lines = (unfinished + (isRestOfEnd ? text.slice(1) : text)).split(/\r\n|\r|\n/);
    unfinished = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
}

/** Phone networks do not report a dead connection, so it counts as dead after this time. */
const SILENCE_MS = 75_000;
/** The loss of a connection is reported only after this time. */
const PATIENCE_MS = 5_000;
const LASTING_MS = 30_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 120_000;

type EventsShape = EndpointShape & { readonly events: $ZodType };

interface Listener<Event> {
  onEvent: (event: Event) => void;
  /** The connection counts as lost until the next event. */
  onLost: () => void;
}

export type Watch = <const E extends EventsShape>(
  endpoint: E,
  listener: Listener<output<E['events']>>,
  signal: AbortSignal,
) => Promise<void>;

export interface WatchDeps extends Pick<CallDeps, 'fetch' | 'readUser' | 'renew' | 'fresh' | 'endSession'> {
  random: () => number;
}

/** The pause is random, so that clients do not all reconnect at the same moment. */
export function pauseAfter(failures: number, random: number): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);
  return longest * (0.5 + random / 2);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

export function createWatch(base: string, deps: WatchDeps): Watch {
  function open(path: string, token: string, signal: AbortSignal): Promise<Response> {
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${token}` };
    return deps.fetch(base + path, { headers, cache: 'no-store', signal });
  }

  async function connect(path: string, given: string, signal: AbortSignal): Promise<Response | null> {
    const token = await deps.fresh(given);
    const response = await open(path, token, signal);
    if (response.status !== 401) return response;
    const renewed = await deps.renew(token);
    if (renewed !== null) return open(path, renewed, signal);
    if (!signal.aborted) deps.endSession();
    return null;
  }

  async function read(
    path: string,
    token: string,
    onData: (data: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const link = new AbortController();
    const cut = () => link.abort();
    signal.addEventListener('abort', cut);
    let silence = setTimeout(cut, SILENCE_MS);
    try {
      const response = await connect(path, token, link.signal);
      if (!response?.ok || response.body === null) return;
      const decoder = new TextDecoder();
      const parse = createEventParser(onData);
      const reader = response.body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(silence);
        silence = setTimeout(cut, SILENCE_MS);
        parse(decoder.decode(part.value, { stream: true }));
      }
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', cut);
      // If no one reads the body, it must not keep the connection open.
      cut();
    }
  }

  const watch = async ({ path }: EndpointShape, listener: Listener<unknown>, signal: AbortSignal) => {
    let failures = 0;
    let late: ReturnType<typeof setTimeout> | undefined;
    const onData = (data: string) => {
      const event: unknown = JSON.parse(data);
      clearTimeout(late);
      late = undefined;
      listener.onEvent(event);
    };
    while (!signal.aborted) {
      const token = deps.readUser()?.token;
      if (token === undefined) break;
      const startedAt = Date.now();
      late ??= setTimeout(listener.onLost, PATIENCE_MS);
      await read(path, token, onData, signal).catch(() => undefined);
      if (signal.aborted) break;
      late ??= setTimeout(listener.onLost, PATIENCE_MS);
      failures = Date.now() - startedAt >= LASTING_MS ? 1 : failures + 1;
      await pause(pauseAfter(failures, deps.random()), signal);
    }
    clearTimeout(late);
  };
  return watch as Watch;
}

export const watchProject = createWatch(PROJECT_BASE, { ...browserDeps, random: Math.random });
