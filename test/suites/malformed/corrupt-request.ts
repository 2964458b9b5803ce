import type { EndpointShape } from '@app/contracts/endpoint.ts';
import { neverTaken, wholeBodies } from './hostile-values.ts';
import type { Change } from './malformed-requests.ts';
import type { Sample } from '../../support/samples/recipe.ts';
import type { Case } from '../../support/samples/samples.ts';

/** A request at the level of HTTP. */
export interface RawRequest {
  method: string;
  /** The encoded path below the service's base path. */
  path: string;
  query: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Lists are objects here too: their keys are numbers. */
type Node = Record<string, unknown>;
interface Place {
  holder: Node;
  key: string;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function placesIn(holder: Node): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder, key },
    ...(isNode(value) ? placesIn(value) : []),
  ]);
}

/** Returns the sample as a raw request with the changes. */
export function spoilRequest(
  { endpoint }: Case,
  sample: Sample,
  token: string | undefined,
  changes: readonly Change[],
): RawRequest {
  const { params = {}, query = {}, body: good } = structuredClone(sample);
  const tree: { params: Node; query: Node; body: Node | undefined } = { params, query, body: good };
  const raws: string[] = [];
  for (const change of changes) {
    if (!('field' in change)) continue;
    const places = Object.values(tree).flatMap((part) => (part ? placesIn(part) : []));
    const place = places[change.field % Math.max(1, places.length)] ?? { holder: tree.query, key: 'x' };
    spoilPlace(place, change.value, raws);
  }
  const body = tree.body && Buffer.from(inJson(tree.body, raws));
  const request: RawRequest = {
    method: endpoint.method,
    path: endpoint.path.replace(/:(\w+)/g, (_, name: string) => inAddress(tree.params[name] ?? '', raws)),
    query: Object.entries(tree.query)
      .flatMap(([name, value]) =>
        [value].flat().map((one) => `${encodeURIComponent(name)}=${inAddress(one, raws)}`),
      )
      .join('&'),
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(endpoint.needsKey ? { 'idempotency-key': crypto.randomUUID() } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...sample.headers,
    },
    body,
  };
  for (const change of changes) spoilWhole(request, change);
  return request;
}

/** Inserts a marker for JSON text that no JSON writer produces. */
function spoilPlace({ holder, key }: Place, value: string, raws: string[]): void {
  const good = holder[key] ?? null;
  const goodText = JSON.stringify(good);
  const mark = (text: string) => `@@${raws.push(text) - 1}@@`;
  const define = (name: string, inner: unknown) =>
    Object.defineProperty(isNode(good) ? good : holder, name, {
      value: inner,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  const words: Record<string, () => void> = {
    MISSING: () => delete holder[key],
    EXTRA: () => define('extra', 1),
    PROTO: () => define('__proto__', { role: 'RESEARCHER' }),
    CONSTRUCTOR: () => define('constructor', { prototype: { role: 'RESEARCHER' } }),
    TWICE: () =>
      (holder[key] = mark(Array.isArray(holder) ? '{"a":1,"a":1}' : `${goodText},"${key}":${goodText}`)),
    CASE: () => (holder[key] = swapCase(good)),
    REPEATED: () => (holder[key] = Array.isArray(good) ? [...good, good[0]] : [good, good]),
    WRAPPED: () => (holder[key] = [good]),
  };
  const spoilWord = words[value];
  if (spoilWord) spoilWord();
  else holder[key] = mark(value);
}

function swapCase(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase();
}

const inJson = (value: unknown, raws: readonly string[]) =>
  JSON.stringify(value).replaceAll(/"@@(\d+)@@"/g, (_, index: string) => raws[Number(index)] ?? '');

function inAddress(value: unknown, raws: readonly string[]): string {
  const json = inJson(value ?? '', raws);
  return encodeURIComponent((/^"(.*)"$/s.exec(json)?.[1] ?? json).toWellFormed());
}

function spoilWhole(request: RawRequest, change: Change): void {
  if ('body' in change) request.body = wholeBodies[change.body](request.body ?? Buffer.from('{}'));
  if ('rawBody' in change) request.body = Buffer.from(change.rawBody);
  if ('header' in change) request.headers[change.header] = change.value;
  if ('query' in change) request.query = withQuery(request.query, change.query);
  if ('method' in change) request.method = change.method;
  if ('path' in change) {
    const segments = request.path.split('/');
    segments[1 + (change.path % (segments.length - 1))] = change.value;
    request.path = segments.join('/');
  }
}

/** The added pairs replace those with the same names. */
function withQuery(query: string, added: string): string {
  const pairName = (pair: string) => pair.split('=', 1)[0];
  const names = new Set(added.split('&').map(pairName));
  return [...query.split('&').filter((pair) => pair !== '' && !names.has(pairName(pair))), added].join('&');
}

/**
 * Returns whether every call must refuse the request: its page is invalid (IN-15), or one change made it
 * meaningless. Other changes may leave a request valid.
 */
export function mustBeRefused(
  { body: takesBody }: EndpointShape,
  [change, ...more]: readonly Change[],
  request: RawRequest,
  good: RawRequest,
): boolean {
  const query = new URLSearchParams(request.query);
  const [page, size] = [query.get('page'), query.get('size')];
  if (page !== null && !/^\d{1,9}$/.test(page)) return true;
  if (size !== null && !/^0*([1-9]\d?|100)$/.test(size)) return true;
  if (!change || more.length > 0 || !takesBody) return false;
  const isBodyOther = !Buffer.from(request.body ?? '').equals(good.body ?? Buffer.alloc(0));
  if ('body' in change) return isBodyOther && change.body !== 'emptyObject';
  return 'field' in change && neverTaken.has(change.value) && isBodyOther;
}
