import { visit } from 'jsonc-parser';
import { Failure } from './problem.ts';

const MAX_DEPTH = 10;
const MAX_KEYS = 5000;
/** Names through which a later merge could reach an object's prototype. */
const refusedNames = new Set(['__proto__', 'constructor', 'prototype']);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON body (RFC 8259); an empty one is undefined. Throws MALFORMED_REQUEST for anything that two readers could
 * understand differently, or that no call of ours can mean. That is bytes that are not UTF-8, a name twice in one
 * object, names of prototypes, and nesting or numbers of names far beyond any form.
 */
export function readJsonBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    const text = utf8.decode(body);
    refuseOddities(text);
    return JSON.parse(text);
  } catch {
    throw new Failure('MALFORMED_REQUEST');
  }
}

function refuseOddities(text: string): void {
  const objects: Set<string>[] = [];
  let [depth, names] = [0, 0];
  const refuse = () => {
    throw new Failure('MALFORMED_REQUEST');
  };
  const open = () => {
    depth += 1;
    if (depth > MAX_DEPTH) refuse();
  };
  const close = () => {
    depth -= 1;
  };
  visit(
    text,
    {
      onObjectBegin() {
        open();
        objects.push(new Set());
      },
      onObjectProperty(name) {
        names += 1;
        const known = objects.at(-1);
        if (known?.has(name) || refusedNames.has(name) || names > MAX_KEYS) refuse();
        known?.add(name);
      },
      onObjectEnd() {
        close();
        objects.pop();
      },
      onArrayBegin: open,
      onArrayEnd: close,
      onError: refuse,
    },
    { disallowComments: true },
  );
}
