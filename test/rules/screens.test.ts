import { expect, test } from 'vitest';
import { type SyntaxNode, nameOf, nodesOf, parse } from './syntax.ts';
import { filesOf } from './tree.ts';

const screens = filesOf('.tsx', '.ts').filter(
  ({ path }) => path.startsWith('apps/web/src/') && !path.includes('.test.'),
);

const isElement = (node: SyntaxNode, ...names: string[]) =>
  node.type === 'JSXOpeningElement' && names.includes(nameOf(node['name']));
const attribute = (node: SyntaxNode, name: string) =>
  (node['attributes'] as SyntaxNode[]).find((one) => nameOf(one['name']) === name);
const isComponent = ({ type, id }: SyntaxNode) => type === 'FunctionDeclaration' && /^[A-Z]/.test(nameOf(id));

/** Buttons beside a field that do something else than send it. */
const OTHER_ACTIONS: ReadonlySet<string> = new Set([
  // No day chosen is any day.
  'apps/web/src/features/choose-time/choose-time.tsx: WaitingCard',
]);

test('S-704 a button that sends a form says when it is disabled', () => {
  const offenders = screens.flatMap(({ path, text }) => {
    const components = nodesOf(parse(path, text)).filter(isComponent);
    return components.flatMap((component) => {
      const parts = nodesOf(component);
      const hasField = parts.some((part) =>
        isElement(part, 'TextInput', 'TextArea', 'PasswordInput', 'RadioCards', 'Select', 'CheckboxGroup'),
      );
      const sends = (part: SyntaxNode) =>
        isElement(part, 'Button') &&
        ((hasField && attribute(part, 'isBusy') !== undefined) ||
          (attribute(part, 'type')?.['value'] as SyntaxNode | undefined)?.['value'] === 'submit');
      const lit = parts.filter((part) => sends(part) && attribute(part, 'disabled') === undefined);
      return lit.length > 0 ? [`${path}: ${nameOf(component['id'])}`] : [];
    });
  });
  expect(offenders.filter((offender) => !OTHER_ACTIONS.has(offender))).toEqual([]);
});

test('an effect that runs after every render sets no state: React stops when renders come faster than it can draw', () => {
  const offenders = screens.flatMap(({ path, text }) => {
    const parts = nodesOf(parse(path, text));
    const bodyOf = (given: SyntaxNode | undefined) =>
      given?.type === 'Identifier'
        ? parts.find((part) => part.type === 'VariableDeclarator' && nameOf(part['id']) === nameOf(given))
        : given;
    const setsState = (effect: SyntaxNode | undefined) =>
      effect !== undefined &&
      nodesOf(effect).some(
        (part) =>
          part.type === 'CallExpression' && /^set(?!Timeout|Interval)[A-Z]/.test(nameOf(part['callee'])),
      );
    return parts
      .filter((part) => part.type === 'CallExpression' && /^use(Layout)?Effect$/.test(nameOf(part['callee'])))
      .map((part) => part['arguments'] as SyntaxNode[])
      .filter((given) => given.length === 1 && setsState(bodyOf(given[0])))
      .map(() => path);
  });
  expect(offenders).toEqual([]);
});
