import { randomInt } from 'node:crypto';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import { safeParse } from 'zod/v4/core';
import type { Sample } from '../../support/samples/recipe.ts';

/** Values that occur nowhere else in the data, to be searched for in forbidden places. */
export interface Markers {
  /** Returns a new value that `accepts` allows, or undefined if the field takes no free text. */
  next(accepts: (value: string) => boolean): string | undefined;
  /** Adds an existing value: a secret, an address. */
  add(value: string): void;
  /** Returns all markers in the text. */
  foundIn(text: string): string[];
  readonly count: number;
}

export function createMarkers(): Markers {
  const prefix = `mk${crypto.randomUUID().slice(0, 8)}`;
  const names = new Set<string>();
  const others = new Set<string>();
  const anyName = new RegExp(`${prefix}n\\d+z`, 'g');
  return {
    next(accepts) {
      const name = `${prefix}n${names.size}z`;
      const phone = `+23324${String(randomInt(10_000_000)).padStart(7, '0')}`;
      const forms = [name, `${name}@example.test`, `https://${name}.example/`, phone];
      const value = forms.find(accepts);
      // Finds the number in any format; fewer digits may be part of an id by chance.
      if (value === phone) others.add(phone.slice(-9));
      else if (value !== undefined) names.add(name);
      return value;
    },
    add(value) {
      others.add(value);
    },
    // All names are searched for at once: there are thousands of them, and megabytes of lines.
    foundIn: (text) => [
      ...new Set(text.match(anyName) ?? []),
      ...[...others].filter((value) => text.includes(value)),
    ],
    get count() {
      return names.size + others.size;
    },
  };
}

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Returns the sample with a marker in each free text of its body and query. */
export function withMarkers(endpoint: EndpointShape, sample: Sample, markers: Markers): Sample {
  const copy = structuredClone(sample);
  for (const part of ['query', 'body'] as const) {
    const [root, schema] = [copy[part], endpoint[part]];
    if (!root || !schema) continue;
    replaceTexts(root, (holder, key, good) => {
      const isPhone = key === 'phoneNumber';
      const marker = markers.next((value) => {
        holder[key] = value;
        return isPhone === value.startsWith('+233') && safeParse(schema, root).success;
      });
      holder[key] = marker ?? good;
    });
  }
  return copy;
}

/** Returns the sample with a marker in place of every text, and in unknown fields. */
export function withUnknownFields(sample: Sample, markers: Markers): Sample {
  const marker = () => markers.next(() => true) ?? '';
  const copy: Sample = structuredClone(sample);
  for (const part of [copy.params, copy.query, copy.body]) {
    if (part) replaceTexts(part, (holder, key) => (holder[key] = marker()));
  }
  copy.query = { ...copy.query, [marker()]: marker() };
  copy.headers = {
    ...copy.headers,
    'user-agent': marker(),
    referer: `http://x/${marker()}`,
    'x-forwarded-for': marker(),
  };
  if (copy.body) copy.body[marker()] = marker();
  return copy;
}

function replaceTexts(node: Node, replace: (holder: Node, key: string, good: string) => void): void {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string') replace(node, key, value);
    else if (isNode(value)) replaceTexts(value, replace);
  }
}

/** Returns the secrets and addresses of an unchanged sample. */
export function listSecrets(sample: Sample): string[] {
  const found: string[] = [];
  const secret = /password|^word$|token|email|phone|code|state|accountName|^file$/i;
  for (const part of [sample.params, sample.query, sample.body]) {
    if (part)
      replaceTexts(structuredClone(part), (_, key, good) => void (secret.test(key) && found.push(good)));
  }
  const { cookie } = sample.headers ?? {};
  return [...found, ...(cookie?.split('=').slice(1) ?? [])].filter((text) => text.length > 7);
}
