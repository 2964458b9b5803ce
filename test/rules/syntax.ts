import { parseSync } from 'vite';

/** A node of a file's syntax tree (ESTree). */
export interface SyntaxNode {
  type: string;
  [key: string]: unknown;
}

export const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** Returns the name of an identifier, or a whole chain such as `console.log`. */
export function nodeName(node: unknown): string {
  if (!isSyntaxNode(node)) return '';
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node['name']);
  if (node.type === 'MemberExpression') return `${nodeName(node['object'])}.${nodeName(node['property'])}`;
  return node.type === 'ThisExpression' ? 'this' : '';
}

/** Returns the syntax tree of a file. */
export const parse = (path: string, text: string): SyntaxNode =>
  parseSync(path, text).program as unknown as SyntaxNode;

/** Returns a node and all its descendants. */
export function listNodes(root: unknown): SyntaxNode[] {
  if (Array.isArray(root)) return root.flatMap(listNodes);
  if (!isSyntaxNode(root)) return [];
  return [root, ...Object.values(root).flatMap(listNodes)];
}
