import { describe, expect, test } from 'vitest';
import { type SourceFile, listSourceFiles, listImports } from './tree.ts';

/**
 * In each of these a folder is a feature, and imports between folders go one way. Files beside the folders
 * combine them.
 */
const SERVICES = ['services/identity/src', 'services/payment/src', 'services/project/src'];
const CONTRACTS = 'contracts/src';
const WEB = 'apps/web/src';
/** The web's features with subfolders, which follow the same rules. */
const FEATURES_WITH_ROOMS = ['accounts', 'applicants', 'auth', 'study-wizard'];
const ROOTS = [...SERVICES, CONTRACTS, WEB, ...FEATURES_WITH_ROOMS.map((name) => `${WEB}/features/${name}`)];
/** The demo may fill any table; every other table is written by one folder. */
const FILLS_ALL_TABLES = 'demo';

const product = listSourceFiles('.ts', '.tsx').filter(({ path }) => !/\.test\.tsx?$/.test(path));
const filesUnder = (root: string) => product.filter(({ path }) => path.startsWith(`${root}/`));

/** Returns the feature of a path at any depth: '' beside the folders, undefined elsewhere. */
function topFolder(root: string, path: string): string | undefined {
  if (!path.startsWith(`${root}/`)) return undefined;
  const [first = '', ...rest] = path.slice(root.length + 1).split('/');
  return rest.length > 0 ? first : '';
}

/** Lists the imports of each file from other folders. */
function crossings(root: string, files: readonly SourceFile[]) {
  return files.flatMap((file) =>
    listImports(file).flatMap((target) => {
      const [from, to] = [topFolder(root, file.path), topFolder(root, target)];
      return from === undefined || !to || from === to ? [] : [{ from, to, file: file.path, target }];
    }),
  );
}

/** Finds queries of another folder, imported or exported again. */
function foreignQueries(root: string, files: readonly SourceFile[]): string[] {
  const faces = files
    .filter(({ text }) => /^export\s[^;]*?\sfrom\s+['"][^'"]*\/queries\.ts['"]/m.test(text))
    .map(({ path }) => `${path} hands on queries.ts`);
  const imported = crossings(root, files)
    .filter(({ target }) => target.endsWith('/queries.ts'))
    .map(({ file, target }) => `${file} imports ${target}`);
  return [...imported, ...faces];
}

interface Arrow {
  from: string;
  to: string;
  step: string;
}

/** Returns the imports that form a circle, or undefined if there is none. */
function findCircle(all: readonly Arrow[]): string[] | undefined {
  const arrows = Map.groupBy(all, ({ from }) => from);
  const done = new Set<string>();
  function walk(place: string, way: { from: string; step: string }[]): string[] | undefined {
    const start = way.findIndex(({ from }) => from === place);
    if (start >= 0) return way.slice(start).map(({ step }) => step);
    if (done.has(place)) return undefined;
    for (const { to, step } of arrows.get(place) ?? []) {
      const circle = walk(to, [...way, { from: place, step }]);
      if (circle) return circle;
    }
    done.add(place);
    return undefined;
  }
  for (const place of arrows.keys()) {
    const circle = walk(place, []);
    if (circle) return circle;
  }
  return undefined;
}

const findFolderCircle = (root: string, files: readonly SourceFile[]) =>
  findCircle(
    crossings(root, files)
      .filter(({ from }) => from !== '')
      .map((crossing) => ({
        ...crossing,
        step: `${crossing.from} → ${crossing.to}: ${crossing.file} imports ${crossing.target}`,
      })),
  );

/** Finds files that import each other, types included. */
const circleOfFiles = (files: readonly SourceFile[]) =>
  findCircle(
    files.flatMap((file) =>
      listImports(file).map((to) => ({ from: file.path, to, step: `${file.path} imports ${to}` })),
    ),
  );

const NAME = String.raw`"?(\w+)"?\."?(\w+)"?`;
const WRITE = String.raw`\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?`;
/** A call of Kysely, SQL as text (with a name in it or passed to `sql`), and a table that the kit writes. */
const WRITES = [
  String.raw`\b(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*\[?\s*['"\`]${NAME}`,
  WRITE + NAME,
  String.raw`${WRITE}\$\{\s*sql\.(?:table|ref|id)\(\s*['"\`]${NAME}`,
  String.raw`\btable:\s*['"\`]${NAME}`,
].map((pattern) => new RegExp(pattern, 'gi'));
/** The table is in a variable, so the rule cannot see what is written. */
const WRITES_UNSEEN = new RegExp(
  [
    String.raw`${WRITE}\$\{(?!\s*sql\.(?:table|ref|id)\(\s*['"\`])`,
    String.raw`\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*(?!\[?\s*['"\`])\S`,
    String.raw`\.withSchema\(`,
  ].join('|'),
  'i',
);

const withoutComments = (text: string) => text.replaceAll(/^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm, '');

/** Returns the folders that write each table. */
function foldersByWrittenTable(root: string, files: readonly SourceFile[]): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    const folder = topFolder(root, path) ?? '';
    if (folder === FILLS_ALL_TABLES) continue;
    for (const [, schema, table] of WRITES.flatMap((write) => [...withoutComments(text).matchAll(write)])) {
      const name = `${schema}.${table}`;
      writers.set(name, (writers.get(name) ?? new Set()).add(folder));
    }
  }
  return writers;
}

const writtenByMany = (writers: Map<string, Set<string>>) =>
  [...writers].filter(([, by]) => by.size > 1).map(([table, by]) => `${table}: ${[...by].join(', ')}`);

describe.each(ROOTS)('the folders of %s', (root) => {
  const files = filesUnder(root);

  test('no file imports another folder’s queries.ts', () => {
    expect(files.length).toBeGreaterThan(0);
    expect(foreignQueries(root, files)).toEqual([]);
  });

  test('imports between folders go one way', () => {
    expect(crossings(root, files).length).toBeGreaterThan(0);
    expect(findFolderCircle(root, files)).toBeUndefined();
  });
});

test('imports between subfolders of any folder go one way, at any depth', () => {
  const parentFolders = (path: string) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/'));
  const folders = new Set(product.flatMap(({ path }) => parentFolders(path)));
  const deep = [...folders].filter((folder) => ROOTS.some((root) => folder.startsWith(`${root}/`)));
  expect(deep.length).toBeGreaterThan(50);
  expect(deep.flatMap((folder) => findFolderCircle(folder, filesUnder(folder)) ?? [])).toEqual([]);
});

test('no files of the product import each other in a circle, types included', () => {
  const files = product.filter(({ path }) => !/^(?:test|bench)\/|\/test\//.test(path));
  expect(files.length).toBeGreaterThan(1000);
  expect(circleOfFiles(files)).toBeUndefined();
});

describe.each(SERVICES)('the tables of %s', (root) => {
  const files = filesUnder(root);

  test('each table is written by one folder', () => {
    const writers = foldersByWrittenTable(root, files);
    expect(writers.size).toBeGreaterThan(2);
    expect(writtenByMany(writers)).toEqual([]);
  });

  test('every write names its table', () => {
    const unseen = files.filter(({ text }) => WRITES_UNSEEN.test(withoutComments(text)));
    expect(unseen.map(({ path }) => path)).toEqual([]);
  });
});

describe('the rule detects', () => {
  const importing = (path: string, ...targets: string[]): SourceFile => ({
    path,
    text: targets.map((target) => `import type { It } from '${target}';\n`).join(''),
  });

  test('another folder’s queries, from its root or from a subfolder', () => {
    const files = [
      importing('src/a/go.ts', './queries.ts', '../b/queries.ts', '../b/go.ts'),
      importing('src/a/room/go.ts', '../queries.ts', '../../b/room/queries.ts'),
      importing('src/deps.ts', './a/queries.ts', './a/go.ts'),
      { path: 'src/b/list.ts', text: "export * from './queries.ts';" },
    ];
    expect(foreignQueries('src', files)).toEqual([
      'src/a/go.ts imports src/b/queries.ts',
      'src/a/room/go.ts imports src/b/room/queries.ts',
      'src/deps.ts imports src/a/queries.ts',
      'src/b/list.ts hands on queries.ts',
    ]);
  });

  test('a circle over several folders, but not one that is closed by files beside them', () => {
    const oneWay = [
      importing('src/a/go.ts', '../b/go.ts', '../deps.ts'),
      importing('src/b/room/go.ts', '../../c/go.ts'),
      importing('src/deps.ts', './a/go.ts'),
    ];
    expect(findFolderCircle('src', oneWay)).toBeUndefined();
    expect(findFolderCircle('src', [...oneWay, importing('src/c/go.ts', '../b/it.ts')])).toEqual([
      'b → c: src/b/room/go.ts imports src/c/go.ts',
      'c → b: src/c/go.ts imports src/b/it.ts',
    ]);
  });

  test('files of one folder that import each other', () => {
    const files = [importing('src/a/go.ts', './it.ts'), importing('src/a/it.ts', '../deps.ts', './go.ts')];
    expect(circleOfFiles(files)).toEqual([
      'src/a/go.ts imports src/a/it.ts',
      'src/a/it.ts imports src/a/go.ts',
    ]);
    expect(circleOfFiles(files.slice(1))).toBeUndefined();
  });

  test.each([
    `db.insertInto('s.things')`,
    `trx\n  .updateTable(\n    's.things as thing')`,
    'sql`insert into s.things (id) values (1)`',
    'sql`with it as (\n  delete from\n    only s.things as thing) select 1`',
    'sql`UPDATE "s"."things" set x = 1`',
    `const text = 'merge into s.things using others on true'`,
    `sql\`delete from \${sql.table('s.things')}\``,
    `deleteSome(db, most, { table: 's.things', key: 'id' })`,
  ])('a write: %s', (text) => {
    const writers = foldersByWrittenTable('src', [
      { path: 'src/a/go.ts', text },
      { path: 'src/b/queries.ts', text: `db.insertInto('s.things')` },
      { path: 'src/demo/fill.ts', text },
    ]);
    expect(writtenByMany(writers)).toEqual(['s.things: a, b']);
  });

  test.each([
    'sql`select 1 from s.things for update of thing skip locked`',
    'sql`on conflict (id) do update set x = excluded.x`',
    '// insert into s.things',
  ])('no write: %s', (text) => {
    expect(foldersByWrittenTable('src', [{ path: 'src/a/go.ts', text }]).size).toBe(0);
  });

  test.each([
    'sql`insert into ${table} (id)`',
    'db.deleteFrom(things)',
    "db.withSchema('s').deleteFrom('things')",
  ])('a write whose table is not named: %s', (text) => {
    expect(WRITES_UNSEEN.test(text)).toBe(true);
  });

  test.each([
    `sql\`insert into \${sql.table('s.things')} (id)\``,
    "db\n.deleteFrom(\n  's.things as thing')",
  ])('a write whose table is named: %s', (text) => {
    expect(WRITES_UNSEEN.test(text)).toBe(false);
  });
});

test('every exported name is used somewhere', () => {
  const files = listSourceFiles('.ts', '.tsx', '.mjs');
  const times = new Map<string, number>();
  for (const { text } of files) {
    for (const [word] of text.matchAll(/[\w$]+/g)) times.set(word, (times.get(word) ?? 0) + 1);
  }
  const exported = /^export (?:async )?(?:const|function|class|interface|type) ([\w$]+)/gm;
  const names = files.flatMap(({ path, text }) =>
    [...text.matchAll(exported)].map(([, name = '']) => ({ path, name })),
  );
  expect(names.length).toBeGreaterThan(1000);
  expect(names.filter(({ name }) => times.get(name) === 1)).toEqual([]);
});
