import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

const contracts = join(import.meta.dirname, '../../contracts/src');
const ENDPOINTS = '?endpoints';

/** Callers need only these properties. With the schemas, every page would load zod. */
const keptProperties = new Set(['method', 'path', 'access', 'file', 'replacesSession']);
const replyShapes = new Set(['reply', 'page', 'bare']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function leanEndpoint(argument: Node, code: string): string {
  const properties = (argument.properties as Node[]).flatMap((property) => {
    const key = (property.key as Node | undefined)?.name as string | undefined;
    if (key !== undefined && keptProperties.has(key)) return [code.slice(property.start, property.end)];
    return key !== undefined && replyShapes.has(key) ? [`${key}: true`] : [];
  });
  return `{ ${properties.join(', ')} }`;
}

function isEndpointCall(node: Node): boolean {
  return node.type === 'CallExpression' && (node.callee as Node).name === 'endpoint';
}

function declaredValues(statement: Node): Node[] {
  const declaration = isNode(statement.declaration) ? statement.declaration : statement;
  if (declaration.type !== 'VariableDeclaration') return [];
  return (declaration.declarations as Node[]).flatMap(({ init }) => (isNode(init) ? [init] : []));
}

const MAY_HAVE_CALLS = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression']);

/**
 * Bundlers keep even unused calls, which may have side effects. So endpoints become literals, and other calls
 * are marked as pure.
 */
function leanValue(init: Node, code: string): Edit[] {
  const { start, end } = init;
  if (isEndpointCall(init)) return [{ start, end, text: leanEndpoint((init.arguments as Node[])[0]!, code) }];
  const value = code.slice(start, end);
  const hasCalls = MAY_HAVE_CALLS.has(init.type) && value.includes('(');
  return hasCalls ? [{ start, end, text: `/* @__PURE__ */ (() => (${value}))()` }] : [];
}

function isOfEndpoints(statement: Node): boolean {
  const values = declaredValues(statement);
  return values.length > 0 && values.every((init) => init.type === 'Literal' || isEndpointCall(init));
}

function leanImport(statement: Node, code: string): Edit[] {
  const { value: source } = (statement.source ?? {}) as { value?: string };
  if (statement.type !== 'ImportDeclaration' || !source?.startsWith('@app/contracts/')) return [];
  const file = readFileSync(join(contracts, source.slice('@app/contracts/'.length)), 'utf8');
  const isEndpoint = ({ imported }: Node) =>
    isNode(imported) && new RegExp(`^export const ${String(imported.name)} = endpoint\\(`, 'm').test(file);
  const specifiers = statement.specifiers as Node[];
  const halves = [specifiers.filter(isEndpoint), specifiers.filter((one) => !isEndpoint(one))] as const;
  if (halves[0].length === 0) return [];
  const lines = halves.map((half, at) => {
    const names = half.map(({ start, end }) => code.slice(start, end)).join(', ');
    return names === '' ? '' : `import { ${names} } from '${source}${at === 0 ? ENDPOINTS : ''}';`;
  });
  return [{ start: statement.start, end: statement.end, text: lines.join('') }];
}

function apply(edits: readonly Edit[], code: string) {
  if (edits.length === 0) return null;
  const lean = edits.reduceRight(
    (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
    code,
  );
  return { code: lean, map: null };
}

/**
 * The endpoints of each contract get a module of their own, so that a list does not load the schemas of a
 * form.
 */
export function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    transform: {
      filter: { id: /\.tsx?(\?.*)?$/, code: /@app\/contracts\/|\bzod\b|\bendpoint\(/ },
      handler(code, id) {
        const statements = this.parse(code).body as unknown as Node[];
        if (!id.includes('/contracts/src/')) {
          return apply(
            statements.flatMap((statement) => leanImport(statement, code)),
            code,
          );
        }
        const dropped = id.endsWith(ENDPOINTS) ? statements.filter((one) => !isOfEndpoints(one)) : [];
        return apply(
          statements.flatMap((statement) =>
            dropped.includes(statement)
              ? [{ start: statement.start, end: statement.end, text: '' }]
              : declaredValues(statement).flatMap((init) => leanValue(init, code)),
          ),
          code,
        );
      },
    },
  };
}
