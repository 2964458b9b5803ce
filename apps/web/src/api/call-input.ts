import type { EndpointShape } from '@app/contracts/endpoint.ts';
import type { $ZodType, input } from 'zod/v4/core';

type InputOf<E, Part extends string> = E extends { readonly [K in Part]: infer S extends $ZodType }
  ? input<S>
  : undefined;

type Loosened<Q> = { [K in keyof Q]: Q[K] | (Extract<Q[K], string> extends never ? never : number) };

type PartOf<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : object extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

export type CallInput<E extends EndpointShape> = PartOf<'params', InputOf<E, 'params'>> &
  PartOf<'query', InputOf<E, 'query'> extends undefined ? undefined : Loosened<InputOf<E, 'query'>>> &
  PartOf<'body', InputOf<E, 'body'>> & {
    /**
     * A retry of a submit sends the key of the first attempt again, so that the submit has one effect (D-28).
     */
    idempotencyKey?: string;
    /**
     * The call goes on after the page closes. Its body can have 64 KiB at most (keepalive, Fetch standard).
     */
    outlivesPage?: boolean;
  } & IfVersion<E>;

/** The version that the caller has read. If another one is stored by now, the call fails with STALE. */
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

export function callAddress(base: string, path: string, { params, query }: LooseInput): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return `${base}${filled}${text && `?${text}`}`;
}
