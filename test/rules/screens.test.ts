import { expect, test } from 'vitest';
import { type SyntaxNode, nodeName, listNodes, parse } from './syntax.ts';
import { listSourceFiles } from './tree.ts';

const screens = listSourceFiles('.tsx', '.ts').filter(
  ({ path }) => path.startsWith('apps/web/src/') && !path.includes('.test.'),
);

const isElement = (node: SyntaxNode, ...names: string[]) =>
  node.type === 'JSXOpeningElement' && names.includes(nodeName(node['name']));
const attribute = (node: SyntaxNode, name: string) =>
  (node['attributes'] as SyntaxNode[]).find((one) => nodeName(one['name']) === name);
const isComponent = ({ type, id }: SyntaxNode) =>
  type === 'FunctionDeclaration' && /^[A-Z]/.test(nodeName(id));

/** These buttons beside a field do not submit it. */
const OTHER_ACTIONS: ReadonlySet<string> = new Set([
  // No selected day means any day.
  'apps/web/src/features/bookings/choose-time.tsx: WaitingCard',
]);

test('S-704 a submit button says when it is disabled', () => {
  const offenders = screens.flatMap(({ path, text }) => {
    const components = listNodes(parse(path, text)).filter(isComponent);
    return components.flatMap((component) => {
      const parts = listNodes(component);
      const hasField = parts.some((part) =>
        isElement(part, 'TextInput', 'TextArea', 'PasswordInput', 'RadioCards', 'Select', 'CheckboxGroup'),
      );
      const sends = (part: SyntaxNode) =>
        isElement(part, 'Button') &&
        ((hasField && attribute(part, 'isBusy') !== undefined) ||
          (attribute(part, 'type')?.['value'] as SyntaxNode | undefined)?.['value'] === 'submit');
      const lit = parts.filter((part) => sends(part) && attribute(part, 'disabled') === undefined);
      return lit.length > 0 ? [`${path}: ${nodeName(component['id'])}`] : [];
    });
  });
  expect(offenders.filter((offender) => !OTHER_ACTIONS.has(offender))).toEqual([]);
});

test('an effect after every render sets no state: React stops if renders follow each other too fast', () => {
  const offenders = screens.flatMap(({ path, text }) => {
    const parts = listNodes(parse(path, text));
    const resolveDeclaration = (given: SyntaxNode | undefined) =>
      given?.type === 'Identifier'
        ? parts.find((part) => part.type === 'VariableDeclarator' && nodeName(part['id']) === nodeName(given))
        : given;
    const setsState = (effect: SyntaxNode | undefined) =>
      effect !== undefined &&
      listNodes(effect).some(
        (part) =>
          part.type === 'CallExpression' && /^set(?!Timeout|Interval)[A-Z]/.test(nodeName(part['callee'])),
      );
    return parts
      .filter(
        (part) => part.type === 'CallExpression' && /^use(Layout)?Effect$/.test(nodeName(part['callee'])),
      )
      .map((part) => part['arguments'] as SyntaxNode[])
      .filter((given) => given.length === 1 && setsState(resolveDeclaration(given[0])))
      .map(() => path);
  });
  expect(offenders).toEqual([]);
});
