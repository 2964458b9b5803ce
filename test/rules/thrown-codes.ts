import { type SyntaxNode, isSyntaxNode, nodeName, listNodes, parse } from './syntax.ts';
import { type SourceFile, listImports } from './tree.ts';

/** A top-level declaration of a file, or an endpoint of a contract. */
interface Target {
  path: string;
  name: string;
}

interface Module {
  declared: Map<string, SyntaxNode>;
  imported: Map<string, Target>;
}

/** A call of a contract as a service mounts it. */
export interface Mounted {
  endpoint: Target;
  /** The codes that it can throw besides those of its own typed `fail`, each with the file that throws it. */
  thrown: Map<string, string>;
}

const PROBLEM = 'kit/src/problem.ts';
const PEER_CALL = /(^|\.)call(Identity|Payment|Project)$/;

function readModule(file: SourceFile): Module {
  const declared = new Map<string, SyntaxNode>();
  const imported = new Map<string, Target>();
  for (const statement of parse(file.path, file.text)['body'] as SyntaxNode[]) {
    if (statement.type === 'ImportDeclaration') {
      const source = String((statement['source'] as SyntaxNode)['value']);
      const [path = ''] = listImports({ path: file.path, text: `import '${source}';` });
      for (const specifier of statement['specifiers'] as SyntaxNode[])
        imported.set(nodeName(specifier['local']), { path, name: nodeName(specifier['imported']) });
    }
    const declaration = (statement['declaration'] ?? statement) as SyntaxNode;
    const id = nodeName(declaration['id']);
    if (id) declared.set(id, declaration);
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const one of declaration['declarations'] as SyntaxNode[]) declared.set(nodeName(one['id']), one);
  }
  return { declared, imported };
}

const literalsIn = (node: unknown) =>
  listNodes(node).flatMap((one) =>
    one.type === 'Literal' && typeof one['value'] === 'string' ? [one['value']] : [],
  );

/**
 * Returns every call that the files mount with `route(endpoint, handler)`, with the codes that its operations
 * can throw.
 */
export function mountedCalls(
  files: readonly SourceFile[],
  findDeclaredErrors: (endpoint: Target) => readonly string[] | undefined,
): Mounted[] {
  const modules = new Map(files.map((file) => [file.path, readModule(file)]));
  const known = new Map<string, Map<string, string>>();

  function resolve(path: string, name: string): Target | undefined {
    const { declared, imported } = modules.get(path) ?? {};
    const [first = '', member] = name.split('.');
    const target = imported?.get(first);
    // A namespace import has no name of its own.
    if (target) return target.name === '' && member ? { path: target.path, name: member } : target;
    return declared?.has(name) ? { path, name } : undefined;
  }

  /** Adds the codes that a node can throw; a `catch` that names a code, or throws nothing, removes it. */
  function collect(node: unknown, path: string, into: Map<string, string>): void {
    if (Array.isArray(node)) return node.forEach((one) => collect(one, path, into));
    if (!isSyntaxNode(node) || node.type.startsWith('TS')) return;
    const callee = node.type === 'CallExpression' ? nodeName(node['callee']) : '';
    if (node.type === 'TryStatement' && node['handler']) {
      collectCaught(node['block'], node['handler'], path, into);
      return collect([node['handler'], node['finalizer']], path, into);
    }
    if (node.type === 'CallExpression' && isSyntaxNode(node['callee'])) {
      const { object, property } = node['callee'] as SyntaxNode & { object: unknown; property: unknown };
      if (nodeName(property) === 'catch') {
        collectCaught(object, node['arguments'], path, into);
        return collect(node['arguments'], path, into);
      }
    }
    const [first] = (node['arguments'] as unknown[] | undefined) ?? [];
    const made = node.type === 'NewExpression' ? nodeName(node['callee']) : callee;
    const maker = resolve(path, made);
    if (maker?.path === PROBLEM && ['Failure', 'fail'].includes(maker.name))
      for (const code of literalsIn(first)) into.set(code, path);
    if (PEER_CALL.test(callee)) {
      const endpoint = resolve(path, nodeName(first));
      if (endpoint)
        for (const code of findDeclaredErrors(endpoint) ?? [])
          into.set(code, `${path} asks ${endpoint.name}`);
    }
    const name = ['Identifier', 'MemberExpression'].includes(node.type) ? nodeName(node) : '';
    const target = name && resolve(path, name);
    if (target) for (const [code, from] of thrownBy(target)) into.set(code, from);
    for (const [key, value] of Object.entries(node)) {
      // A property name is not a use of a function.
      if ((key === 'property' || key === 'key') && node['computed'] !== true) continue;
      collect(value, path, into);
    }
  }

  function collectCaught(node: unknown, handler: unknown, path: string, into: Map<string, string>): void {
    const inside = new Map<string, string>();
    collect(node, path, inside);
    const named = new Set(literalsIn(handler));
    const throws = listNodes(handler).some(
      ({ type, ...one }) => type === 'ThrowStatement' || /[Ff]ail|refuse/.test(nodeName(one['callee'])),
    );
    for (const [code, from] of inside) if (throws && !named.has(code)) into.set(code, from);
  }

  function thrownBy({ path, name }: Target): Map<string, string> {
    const id = `${path} ${name}`;
    const before = known.get(id);
    if (before) return before;
    const thrown = new Map<string, string>();
    known.set(id, thrown);
    collect(modules.get(path)?.declared.get(name), path, thrown);
    return thrown;
  }

  /** Collects from a handler and from the functions beside it in the declaration that mounts it. */
  function collectHandler(
    handler: unknown,
    siblings: Map<string, SyntaxNode>,
    path: string,
  ): Map<string, string> {
    const thrown = new Map<string, string>();
    const left: unknown[] = [handler];
    const seen = new Set<string>();
    for (const node of left) {
      collect(node, path, thrown);
      for (const name of new Set(listNodes(node).map(nodeName))) {
        const near = siblings.get(name);
        if (near && !seen.has(name)) left.push(near);
        seen.add(name);
      }
    }
    return thrown;
  }

  function mountedIn(declaration: SyntaxNode, path: string): Mounted[] {
    const nodes = listNodes(declaration);
    const siblings = new Map(
      nodes
        .filter(({ type, init }) =>
          type === 'VariableDeclarator'
            ? /Function/.test((init as SyntaxNode | null)?.type ?? '')
            : type === 'FunctionDeclaration',
        )
        .map((node) => [nodeName(node['id']), node]),
    );
    const routes = nodes.flatMap((node) => {
      if (node.type !== 'CallExpression' || nodeName(node['callee']) !== 'route') return [];
      const [first, ...handlers] = node['arguments'] as SyntaxNode[];
      return [{ endpoint: resolve(path, nodeName(first)), thrown: collectHandler(handlers, siblings, path) }];
    });
    const direct = new Set(routes.map(({ endpoint }) => endpoint?.name));
    // A loop mounts these, for example the two formats of an export.
    const listed = nodes
      .filter(({ type }) => type === 'ArrayExpression')
      .flatMap((node) => (node['elements'] as unknown[]).map((one) => resolve(path, nodeName(one))));
    const others = listed.filter(
      (one) => one?.path.startsWith('contracts/') && findDeclaredErrors(one) && !direct.has(one.name),
    );
    return routes.flatMap(({ endpoint, thrown }) =>
      (endpoint ? [endpoint] : others).flatMap((one) => (one ? [{ endpoint: one, thrown }] : [])),
    );
  }

  return files
    .filter(({ text }) => text.includes('route('))
    .flatMap(({ path }) =>
      [...(modules.get(path)?.declared.values() ?? [])].flatMap((one) => mountedIn(one, path)),
    );
}
