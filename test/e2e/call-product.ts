import type { EndpointShape, ReplyOf } from '@app/contracts/endpoint.ts';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { Product } from '../support/product.ts';

interface Given {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  as?: { token: string };
}

type ContentOf<E extends EndpointShape> = ReplyOf<E> extends { content: infer C } ? C : ReplyOf<E>;

const bases = new Map<EndpointShape, string>(
  CONTRACTS.flatMap(({ base, endpoints }) =>
    Object.values<EndpointShape>(endpoints).map((endpoint) => [endpoint, base] as const),
  ),
);

/** Calls the running product without a browser. Returns the content of a success and throws otherwise. */
export async function callProduct<const E extends EndpointShape>(
  product: Product,
  endpoint: E,
  { params = {}, query = {}, body, as }: Given = {},
): Promise<ContentOf<E>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(`${bases.get(endpoint)}${path}`, product.url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const answer = await fetch(url, {
    method: endpoint.method,
    headers: {
      ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(endpoint.needsKey ? { 'idempotency-key': crypto.randomUUID() } : {}),
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status}: ${text}`);
  return (text === '' ? undefined : (JSON.parse(text) as { content: unknown }).content) as ContentOf<E>;
}
