import { expect, test } from 'vitest';
import { type SyntaxNode, nameOf, nodesOf, parse } from './syntax.ts';
import { filesOf } from './tree.ts';

const screens = filesOf('.tsx', '.ts').filter(
  ({ path }) => path.startsWith('apps/web/src/') && !path.includes('.test.'),
);

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
