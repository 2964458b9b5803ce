import { type SyntaxNode, isSyntaxNode, nodeName, parse } from './syntax.ts';
import type { SourceFile } from './tree.ts';

/** A screen text has at least two words, and starts with a capital or ends like a sentence. */
const LOOKS_LIKE_A_SENTENCE = /^\W*[A-Z][a-z’']+,? +[\w’'“{]|[a-zé’'”] +[a-z’']{2,}[.!?…]$/;
/** A screen also has buttons of one word, and three words without capital or full stop. */
const READS_ON_SCREEN = /^[A-Z][a-z]+$|^[a-z]+( [a-z]+){2,}$/;
const readsLikeWords = (text: string, path: string) =>
  LOOKS_LIKE_A_SENTENCE.test(text.trim()) ||
  (path.startsWith('apps/web/') && READS_ON_SCREEN.test(text.trim()));

/** Only developers and the database read these: uncaught errors, logs, SQL, class lists, documents. */
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

/** Returns every text in a file that looks like a screen text. */
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
