import type { EndpointShape } from '@app/contracts/endpoint.ts';
import type { $ZodType, input } from 'zod/v4/core';

type InputOf<E, Part extends string> = E extends { readonly [K in Part]: infer S extends $ZodType }
  ? input<S>
  : undefined;

/** Numbers are welcome where the query string carries their digits. */
type Loosened<Q> = { [K in keyof Q]: Q[K] | (Extract<Q[K], string> extends never ? never : number) };

type PartOf<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : object extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

/** What a call takes, as its contract's schemas accept it before parsing. */
export type CallInput<E extends EndpointShape> = PartOf<'params', InputOf<E, 'params'>> &
  PartOf<'query', InputOf<E, 'query'> extends undefined ? undefined : Loosened<InputOf<E, 'query'>>> &
  PartOf<'body', InputOf<E, 'body'>> & {
    /** Repeat the key of the first try, so that a retry of one submit has one effect (D-28). */
    idempotencyKey?: string;
    /** Goes on even if the page is closed; at most 64 KiB (the Fetch standard's keepalive). */
    outlivesPage?: boolean;
  } & IfVersion<E>;

/** Change or delete this version only; any other is STALE. Where the contract knows no STALE, there is nothing to ask. */
type IfVersion<E extends EndpointShape> = E extends { readonly versioned: true }
  ? 'STALE' extends E['errors'][number]
    ? { ifVersion?: number }
    : unknown
  : unknown;

export interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  idempotencyKey?: string;
  outlivesPage?: boolean;
  ifVersion?: number;
}

/** The address of a call: `:name` filled in, query keys without a value left out. */
export function callAddress(base: string, path: string, { params, query }: LooseInput): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return `${base}${filled}${text && `?${text}`}`;
}
