import { type SyntaxNode, isSyntaxNode, nodeName, parse } from './syntax.ts';
import type { SourceFile } from './tree.ts';

/** Two words at least, as a person would read them: begun by a capital or ended like a sentence. */
const LOOKS_LIKE_A_SENTENCE = /^\W*[A-Z][a-z’']+,? +[\w’'“{]|[a-zé’'”] +[a-z’']{2,}[.!?…]$/;
/** On a screen also a button's one word, and three words that are neither begun nor ended. */
const READS_ON_SCREEN = /^[A-Z][a-z]+$|^[a-z]+( [a-z]+){2,}$/;
const readsLikeWords = (text: string, path: string) =>
  LOOKS_LIKE_A_SENTENCE.test(text.trim()) ||
  (path.startsWith('apps/web/') && READS_ON_SCREEN.test(text.trim()));

/** What only developers and the database read: errors that nobody catches in words, logs, SQL, class lists, documents. */
const SILENT_KEYS = new Set(['className', 'summary', 'description', 'class']);
const SILENT_CALLS = /(^|\.)(log|console|logger)\.|^(sql|describe)$|\.(describe|info|warn|error|debug)$/;

function isSilent(node: SyntaxNode): boolean {
  if (node.type === 'NewExpression') return nodeName(node['callee']).endsWith('Error');
  if (node.type === 'CallExpression') {
    const callee = node['callee'] as SyntaxNode;
    return (
      callee.type === 'Super' ||
      (SILENT_CALLS.test(nodeName(callee)) && !nodeName(callee).startsWith('toast'))
    );
  }
  if (node.type === 'TaggedTemplateExpression') return nodeName(node['tag']).startsWith('sql');
  if (node.type === 'Property') return SILENT_KEYS.has(nodeName(node['key']));
  if (node.type === 'JSXAttribute') return SILENT_KEYS.has(nodeName(node['name']));
  return (
    /^TS|^(Import|Export\w*)Declaration$/.test(node.type) &&
    node.type !== 'TSAsExpression' &&
    node.type !== 'TSSatisfiesExpression' &&
    !('declaration' in node)
  );
}

function literalText(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type === 'JSXText') return String(node['value']).replace(/\s+/g, ' ');
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}');
}

const SAID_KEYS = /^(aria-(label|description|roledescription)|placeholder|title|alt|label|hint)$/;
const isReadAloud = (node: SyntaxNode) =>
  node.type === 'JSXAttribute' && SAID_KEYS.test(nodeName(node['name']));

/** Every text in a file that reads like words for people. */
export function spelledWords({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const visit = (value: unknown, within = ''): void => {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, within));
    if (!isSyntaxNode(value) || isSilent(value)) return;
    const spelled = literalText(value);
    const isShown = value.type === 'JSXText' || within === 'JSXAttribute';
    if (spelled !== undefined && (readsLikeWords(spelled, path) || (isShown && /\p{L}{2}/u.test(spelled))))
      found.push(`${path}: ${spelled.trim()}`);
    Object.values(value).forEach((inner) => visit(inner, isReadAloud(value) ? value.type : ''));
  };
  visit(parse(path, text));
  return found;
}
