import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** What a caller needs of an endpoint; its schemas are the service's business and would carry zod into every page. */
const kept = new Set(['method', 'path', 'access']);
const replyShapes = new Set(['reply', 'page', 'bare']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function leanEndpoint(argument: Node, code: string): string {
  const properties = (argument.properties as Node[]).flatMap((property) => {
    const key = (property.key as Node | undefined)?.name as string | undefined;
    if (key !== undefined && kept.has(key)) return [code.slice(property.start, property.end)];
    return key !== undefined && replyShapes.has(key) ? [`${key}: true`] : [];
  });
  return `{ ${properties.join(', ')} }`;
}

function isEndpointCall(node: Node): boolean {
  return node.type === 'CallExpression' && (node.callee as Node).name === 'endpoint';
}

/**
 * Makes each constant of the contracts droppable. A schema is built by chained calls, which a bundler must take for
 * effects; inside a pure function call it goes when nobody imports it. Endpoints become plain literals.
 */
export function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    transform: {
      filter: { id: /\/contracts\/src\/.*\.ts$/ },
      handler(code) {
        const edits: { start: number; end: number; text: string }[] = [];
        for (const statement of this.parse(code).body as unknown as Node[]) {
          const declaration = isNode(statement.declaration) ? statement.declaration : statement;
          if (declaration.type !== 'VariableDeclaration') continue;
          for (const { init } of declaration.declarations as Node[]) {
            if (!isNode(init)) continue;
            const source = code.slice(init.start, init.end);
            if (isEndpointCall(init)) {
              const text = leanEndpoint((init.arguments as Node[])[0]!, code);
              edits.push({ start: init.start, end: init.end, text });
            } else if (init.type === 'CallExpression') {
              edits.push({ start: init.start, end: init.end, text: `/* @__PURE__ */ (() => ${source})()` });
            }
          }
        }
        if (edits.length === 0) return null;
        const lean = edits.reduceRight(
          (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
          code,
        );
        return { code: lean, map: null };
      },
    },
  };
}
