import { hash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import { type ErrorCode, errors } from '@app/contracts/errors.ts';
import { allErrors } from '@app/kit/implied-errors.ts';
import { errorWords } from '@app/words/errors.ts';
import { SERVICES } from '../../apps/host/src/services.ts';
import { listCalls } from '../../scripts/list-calls.ts';
import { SPEC_TEXTS } from './spec-texts.ts';
import { projectFiles } from '../support/tiers.ts';
import { type SourceFile, listSourceFiles, listImports } from './tree.ts';

const sources = listSourceFiles('.ts', '.tsx');
const isTest = ({ path }: SourceFile) =>
  /\.test\.tsx?$|^test\/|^(services\/\w+|apps\/web|kit)\/test\//.test(path);
const product = sources.filter((file) => !isTest(file));
const services = readdirSync('services');
const features = readdirSync('apps/web/src/features');

/** The layers of the web from the bottom up: each may import itself and the ones before it. */
const webLayers = [
  { room: 'format/', contracts: /^(words\/en\/|contracts\/src\/(calendar|current-time|durations)\.ts$)/ },
  // This layer knows nothing of the product, not even its addresses.
  {
    room: 'ui/',
    contracts: /^(contracts\/src\/text|words\/en\/(parts|failures))\.ts$/,
  },
  { room: '(prerendered|screens|tour)\\.ts$', contracts: /^contracts\/src\/web-paths\.ts$/ },
  { room: 'session/', contracts: /^(contracts|words)\// },
  { room: 'api/', contracts: /^(contracts|words)\// },
  { room: 'forms/', contracts: /^(contracts|words)\// },
  { room: 'product/', contracts: /^(contracts|words)\// },
];
const belowFeatures = new RegExp(`^apps/web/src/(${webLayers.map(({ room }) => room).join('|')})`);

/** The folders of the repository and their allowed imports (ARCHITECTURE.md, import rules). */
const importRules: { room: RegExp; may: RegExp[] }[] = [
  { room: /^contracts\//, may: [/^contracts\//, /^zod(\/|$)/] },
  { room: /^words\//, may: [/^words\//, /^contracts\//] },
  {
    room: /^kit\//,
    may: [
      /^kit\//,
      /^contracts\/src\/(admin-operations|durations|endpoint|errors|enumerations|file-instant|signing-keys)\.ts$/,
      /^contracts\/src\/rule\.ts$/,
      /^words\/(en\/errors|en\/validation|say-rule)\.ts$/,
    ],
  },
  ...services.map((name) => ({
    room: new RegExp(`^services/${name}/(?!src/demo/)`),
    may: [new RegExp(`^services/${name}/`), /^(contracts|words)\//, /^kit\//],
  })),
  ...services
    .filter((name) => existsSync(`services/${name}/src/demo`))
    .map((name) => ({
      room: new RegExp(`^services/${name}/src/demo/`),
      may: [new RegExp(`^services/${name}/`), /^(contracts|words)\//, /^kit\//, /^demo\//],
    })),
  { room: /^demo\//, may: [/^demo\//, /^simulators\//, /^kit\//, /^(contracts|words)\//] },
  // These replace systems of other companies, which know nothing of the product.
  {
    room: /^simulators\//,
    may: [/^simulators\//, /^kit\/src\/html\.ts$/, /^contracts\/src\/durations\.ts$/],
  },
  {
    room: /^apps\/host\//,
    may: [
      /^apps\/host\//,
      /^demo\/src\/open\.ts$/,
      /^kit\//,
      /^(contracts|words)\//,
      ...services.map((name) => new RegExp(`^services/${name}/src/service\\.ts$`)),
    ],
  },
  ...webLayers.map(({ room, contracts }, at) => ({
    room: new RegExp(`^apps/web/src/${room}`),
    may: [...webLayers.slice(0, at + 1).map((layer) => new RegExp(`^apps/web/src/${layer.room}`)), contracts],
  })),
  ...features.map((name) => ({
    room: new RegExp(`^apps/web/src/features/${name}/`),
    may: [new RegExp(`^apps/web/src/features/${name}/`), belowFeatures, /^(contracts|words)\//],
  })),
  {
    room: /^apps\/web\/src\/(app\/|root\.tsx$|routes\.ts$)/,
    may: [/^apps\/web\/src\/app\//, belowFeatures, /^(contracts|words)\//],
  },
  {
    room: /^apps\/web\/src\/admin\/(?!vite\.config)/,
    may: [/^apps\/web\/src\/admin\//, belowFeatures, /^(contracts|words)\//],
  },
  {
    room: /^apps\/web\/src\/dashboard\.tsx$/,
    may: [/^apps\/web\/src\/(app|features\/notifications)\//, belowFeatures],
  },
];
const isOfTheHouse = (target: string) =>
  /^(contracts|words|kit|demo|simulators|services|apps|bench|scripts|test)\//.test(target);

test('a service is registered once: in the list of contracts, and in the host’s list of services', () => {
  expect(CONTRACTS.map(({ name }) => name)).toEqual(services);
  expect(SERVICES.map(({ contract }) => contract)).toEqual(CONTRACTS);
  const importersOfAll = (file: string) =>
    sources
      // A service names the services that it calls.
      .filter(({ path }) => !path.startsWith('services/'))
      .filter((source) => {
        const imports = new Set(listImports(source));
        return services.every((name) => imports.has(file.replace('*', name)));
      })
      .map(({ path }) => path);
  expect(importersOfAll('contracts/src/*/contract.ts')).toEqual(['contracts/src/contracts.ts']);
  expect(importersOfAll('services/*/src/service.ts')).toEqual(['apps/host/src/services.ts']);
});

describe('the import rules', () => {
  test.each(importRules.map((rule) => [rule.room.source, rule] as const))('%s', (_, { room, may }) => {
    const inRoom = product.filter(({ path }) => room.test(path));
    expect(inRoom.length).toBeGreaterThan(0);
    const broken = inRoom.flatMap((file) =>
      listImports(file)
        .filter((target) => isOfTheHouse(target) && !may.some((allowed) => allowed.test(target)))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('contracts import zod and nothing else', () => {
    const foreign = product
      .filter(({ path }) => path.startsWith('contracts/'))
      .flatMap((file) =>
        listImports(file).filter((target) => !target.startsWith('contracts/') && !/^zod(\/|$)/.test(target)),
      );
    expect(foreign).toEqual([]);
  });
});

test('query keys are spelled in api/keys.ts only', () => {
  const key = /\b(queryKey(:| =)|[gs]etQuer(y|ies)(Data|State|Defaults)(<[^(]*>)?\()\s*\[/;
  const spelled = product
    .filter(({ path, text }) => path.startsWith('apps/web/src/') && key.test(text))
    .map(({ path }) => path);
  expect(spelled).toEqual([]);
});

test('production imports nothing of the demo at start', () => {
  const isDemo = (path: string) => /^(demo|simulators|services\/\w+\/src\/demo)\//.test(path);
  const eager = product
    .filter(({ path }) => /^(contracts|words|kit|services|apps)\//.test(path) && !isDemo(path))
    .flatMap((file) => {
      const text = file.text.replaceAll(/\bimport type [^;]+;|\bimport\([^)]*\)/g, '');
      return listImports({ ...file, text }).map((target) => `${file.path} imports ${target}`);
    });
  expect(eager.length).toBeGreaterThan(1000);
  expect(eager.filter((line) => isDemo(line.split(' imports ')[1] ?? ''))).toEqual([]);
});

test('kit contains no word of the product', () => {
  const PRODUCT_WORDS =
    /(?<!\/)\b(stud(y|ies)|applicants?|applications?(?!\/)|participants?|researchers?|projects?|screeners?|compan(y|ies)|wallets?|bookings?|meetings?|slots?|budgets?|payouts?|payments?(?!=)|incentives?)\b/i;
  const inWords = (line: string) => line.replace(/([a-z])(?=[A-Z])/g, '$1 ');
  const known = product
    .filter(({ path }) => path.startsWith('kit/'))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line) => (PRODUCT_WORDS.test(inWords(line)) ? [`${path}: ${line.trim()}`] : [])),
    );
  expect(known).toEqual([]);
});

test('an id in a contract is an Id: it has one canonical spelling', () => {
  const spelled = product.filter(
    ({ path, text }) => path.startsWith('contracts/') && text.includes('z.uuid('),
  );
  expect(spelled.map(({ path }) => path)).toEqual(['contracts/src/endpoint.ts']);
});

test('a write that anyone may make is limited: its contract declares the limit', () => {
  const unlimited = CONTRACTS.flatMap(({ endpoints }) =>
    Object.entries<EndpointShape>(endpoints).flatMap(([id, { access, method, limits = [] }]) =>
      access === 'ANYONE' && method !== 'GET' && limits.length === 0 ? [id] : [],
    ),
  );
  expect(unlimited).toEqual([]);
});

test('no GET asks for a person by name, email or number: proxies record addresses', () => {
  const exceptions = {
    existsByEmail: 'the specification names this call',
    listProjects: 'the name is of a project',
    listApplicants: 'researchers find their own applicants by name',
    exportApplicants: 'as above',
    exportApplicantsWorkbook: 'as above',
  };
  const fields = ({ query }: EndpointShape) =>
    Object.keys((query && (Reflect.get(query._zod.def, 'shape') as object | undefined)) ?? {});
  const asking = CONTRACTS.flatMap(({ endpoints }) =>
    Object.entries<EndpointShape>(endpoints).flatMap(([id, endpoint]) =>
      endpoint.method === 'GET' && /search|name|email|phone|number/i.test(fields(endpoint).join(' '))
        ? [id]
        : [],
    ),
  );
  expect(asking.toSorted()).toEqual(Object.keys(exceptions).toSorted());
});

describe('the database', () => {
  test.each(services)('the %s service names its own schema only', (name) => {
    const others = services.filter((other) => other !== name);
    const foreign = new RegExp(`(["'\`\\s(,])(${others.join('|')})(_jobs)?\\.[a-z_]+(?![a-zA-Z])`, 'g');
    const files = [...listSourceFiles('.sql'), ...product].filter(({ path }) =>
      path.startsWith(`services/${name}/`),
    );
    const listSqlTexts = (file: SourceFile) =>
      file.path.endsWith('.sql') ? [file.text] : (file.text.match(/'[^'\n]*'|`[^`]*`/g) ?? []);
    const broken = files.flatMap((file) =>
      listSqlTexts(file).flatMap((text) => [...text.matchAll(foreign)].map((m) => `${file.path}: ${m[0]}`)),
    );
    expect(broken).toEqual([]);
  });

  test('statements name their columns: `select *` breaks running nodes when a migration adds one', () => {
    const starred = product
      .filter(
        ({ path, text }) =>
          path.startsWith('services/') &&
          /\.(selectAll|returningAll)\(|\b(select|returning)\s+\*|\bselect\s[^`';]*\b[a-z_]+\.\*[\s,]/i.test(
            text,
          ),
      )
      .map(({ path }) => path);
    expect(starred).toEqual([]);
  });

  test('a call reaches the database through an operation, not in its routes.ts', () => {
    const routes = product.filter(({ path }) => /^services\/.*\/routes\.ts$/.test(path));
    expect(routes.length).toBeGreaterThan(20);
    const statement = /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
    expect(routes.filter(({ text }) => statement.test(text)).map(({ path }) => path)).toEqual([]);
  });

  const BASELINE = '1000';
  const migrations = listSourceFiles('.sql').filter(({ path }) => /^services\/\w+\/migrations\//.test(path));
  const numberOf = ({ path }: SourceFile) => /\/(\d{4})_[a-z0-9_]+\.sql$/.exec(path)?.[1] ?? '';
  const madeUp = (text: string): SourceFile => ({
    path: 'services/project/migrations/1001_made_up.sql',
    text,
  });

  test('a released migration never changes: a changed sum in migrations.txt is an error', () => {
    // Until 0.1.0 is released no database has to be kept, so the baselines are edited in place.
    const isReleased = !readFileSync('CHANGELOG.md', 'utf8').includes('## 0.1.0, not released yet');
    const sumsOf = (files: readonly SourceFile[]) =>
      files
        .filter((file) => isReleased || numberOf(file) > BASELINE)
        .map(({ path, text }) => `${hash('sha256', text)}  ${path}`)
        .toSorted();
    // Add a new file's line with: sha256sum services/*/migrations/1001_new.sql >> test/rules/migrations.txt
    const known = readFileSync('test/rules/migrations.txt', 'utf8').split('\n').filter(Boolean).toSorted();
    expect(sumsOf(migrations)).toEqual(known);
    expect(sumsOf([...migrations, madeUp('select 1;\n')])).not.toEqual(known);
  });

  test('an index of a potentially large table is built outside a transaction, concurrently (kit/src/migrations.ts)', () => {
    const blockingIn = (file: SourceFile) =>
      numberOf(file) <= BASELINE
        ? []
        : [...file.text.matchAll(/create (?:unique )?index (?!concurrently)\w+\s+on ([\w.]+)/gi)]
            .filter(([, table]) => !file.text.includes(`create table ${table} (`))
            .map(([built]) => `${file.path}: ${built}`);
    expect(migrations.flatMap(blockingIn)).toEqual([]);
    expect(blockingIn(madeUp('create index late on project.studies (name);\n'))).toHaveLength(1);
    expect(blockingIn(madeUp('create table project.a (b int);\ncreate index c on project.a (b);\n'))).toEqual(
      [],
    );
  });

  test('migrations are numbered from the baseline, each number once, and forward only', () => {
    for (const name of services) {
      const files = readdirSync(`services/${name}/migrations`).toSorted();
      for (const file of files) expect(file).toMatch(/^\d{4}_[a-z0-9_]+\.sql$/);
      expect(files[0]).toBe(`${BASELINE}_baseline.sql`);
      expect(new Set(files.map((file) => file.slice(0, 4))).size).toBe(files.length);
    }
  });
});

test('a duration is defined once: in contracts/src/durations.ts', () => {
  const own =
    /\bconst (MINUTE|HOUR|DAY|WEEK)(_MS|_SECONDS)? =|\b24 \* 60 \* 60\b|\b60 \* 60(_000| \* 1000)\b/;
  const found = product.filter(({ path, text }) => path !== 'contracts/src/durations.ts' && own.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('tests, the demo and benchmarks use a seed (demo/src/seeded-random.ts), so that failures can be repeated', () => {
  const drawn = sources.filter(({ text }) => /\bMath\.random\b/.test(text));
  // Nodes and pages spread their load, so each starts at a random time.
  expect(drawn.map(({ path }) => path)).toEqual(['apps/web/src/api/event-stream.ts', 'kit/src/readers.ts']);
});

test('the environment is read in config.ts only', () => {
  const readers = product
    .filter(
      ({ path, text }) =>
        /^(contracts|kit|demo|simulators|services|apps\/host|apps\/web\/src)\//.test(path) &&
        /\bprocess\.env\b|\benv\b[^;\n]*=\s*process\b|['"](node:)?process['"]/.test(text),
    )
    .map(({ path }) => path);
  expect(readers).toEqual(['apps/host/src/config.ts']);
});

test('services use the database’s clock (kit/src/database.ts), since the clocks of nodes differ', () => {
  const readers = product
    .filter(
      ({ path, text }) =>
        /^services\/\w+\/src\/(?!demo\/)/.test(path) && /\bDate\.now\(\)|\bnew Date\(\)/.test(text),
    )
    .map(({ path }) => path);
  expect(readers).toEqual([
    // This limits the age of audit entries that an operator reads.
    'services/identity/src/operator/run-command.ts',
    // This is the time of the next check: the database counts the totals of the day.
    'services/payment/src/payouts/sending/daily-limits.ts',
    // This selects the months of a calendar.
    'services/project/src/bookings/calendar/routes.ts',
    // This selects the morning that a cron job writes about.
    'services/project/src/notifications/open-studies-digest.ts',
    // This sorts a list.
    'services/project/src/projects/routes.ts',
  ]);
});

describe('the web', () => {
  const webFiles = product.filter(({ path }) => /^(apps\/web\/src|words\/en)\//.test(path));
  /** These measure a duration by a clock that only has to advance. */
  const MEASURES_TIME = new Set(
    [
      'api/last-known.ts',
      'api/server-clock.ts',
      'api/session/fresh-user.ts',
      'api/event-stream.ts',
      'app/offline/connection-notice.tsx',
      'features/applications/draft-answers.ts',
      'session/session.ts',
      'ui/toast-queue.ts',
    ].map((path) => `apps/web/src/${path}`),
  );

  test('shows and checks dates by the server’s clock (api/server-clock.ts), since a device’s may be wrong', () => {
    const byDevice = webFiles.filter(({ text }) => /\bDate\.now\(\)|\bnew Date\(\)/.test(text));
    expect(new Set(byDevice.map(({ path }) => path))).toEqual(MEASURES_TIME);
  });

  test('creates no formatter during rendering: in long lists that takes seconds on a cheap phone', () => {
    const INTL = /^(?!(?:export )?const ).*\bnew Intl\.|\.toLocale(?:Date|Time)?String\(/m;
    expect(webFiles.filter(({ text }) => INTL.test(text)).map(({ path }) => path)).toEqual([]);
    expect(
      ['  const own = new Intl.DateTimeFormat()', 'count.toLocaleString()'].every((text) => INTL.test(text)),
    ).toBe(true);
  });
});

describe('the error catalogue', () => {
  const endpoints = CONTRACTS.flatMap(({ endpoints: all }) => Object.values<EndpointShape>(all));
  const answeredByTheServer = new Set([
    'NO_SUCH_CALL',
    'METHOD_NOT_ALLOWED',
    'HEADERS_TOO_LARGE',
    'REQUEST_TOO_SLOW',
  ]);

  test.each(Object.entries(errors))('%s has a message and a call that declares it', (code, { status }) => {
    expect(errorWords[code as ErrorCode]).toMatch(/\S.*[.!a-z]$/);
    expect(status).toBeGreaterThanOrEqual(400);
    const declared = endpoints.some((endpoint) => allErrors(endpoint).some((known) => known === code));
    expect(declared || answeredByTheServer.has(code)).toBe(true);
  });
});

describe('the message catalogue', () => {
  test('every text of the specification appears letter for letter', async () => {
    const known = new Set<string>();
    for (const { path } of listSourceFiles('.ts').filter((file) => file.path.startsWith('words/en/'))) {
      collect(await import(`../../${path}`), known);
    }
    expect(SPEC_TEXTS.filter((text) => !known.has(text))).toEqual([]);
  });
});

/** Collects every string in a module of messages; a message with a number is called with its placeholder. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'function') {
    for (const placeholder of ['{min}', '{max}']) {
      try {
        const made: unknown = value(placeholder);
        if (typeof made === 'string') into.add(made);
      } catch {
        // The function takes another parameter, so its text is not in the specification.
      }
    }
  } else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collect(item, into);
}

describe('the file tree', () => {
  test('no file is too long, and no folder has a vague name', () => {
    const long = product.filter(({ text }) => text.split('\n').length > 400).map(({ path }) => path);
    const drawers = sources
      .filter(({ path }) =>
        /(^|\/)(utils?|helpers?|common|misc|shared|libs?|core|base|stuff|general|toolbox)(\/|\.)/.test(path),
      )
      .map(({ path }) => path);
    expect({ long, drawers }).toEqual({ long: [], drawers: [] });
  });

  test('the product’s name is spelled in one place of the code', () => {
    const name =
      /export const PRODUCT_NAME = '(\w+)'/.exec(readFileSync('contracts/src/product.ts', 'utf8'))?.[1] ?? '';
    const spelled = product
      .filter(({ path, text }) => path !== 'contracts/src/product.ts' && text.includes(name))
      .map(({ path }) => path);
    expect(spelled).toEqual([]);
  });

  test('lockfiles name no registry', () => {
    const hosts = listSourceFiles('package-lock.json').flatMap(({ path, text }) =>
      [...text.matchAll(/"resolved": "https?:[^"]*"/g)].map((match) => `${path}: ${match[0]}`),
    );
    expect(hosts).toEqual([]);
  });

  test('every setting is explained in .env.example', () => {
    const example = readFileSync('.env.example', 'utf8');
    const read = product
      .filter(({ path }) => path.endsWith('/config.ts'))
      .flatMap(({ text }) =>
        [...text.matchAll(/^ {2}([A-Z][A-Z_]+): (?!constant\b)/gm)].map((match) => match[1] ?? ''),
      );
    read.push(...CONTRACTS.map(({ name }) => `${name.toUpperCase()}_URL`));
    expect(read.length).toBeGreaterThan(10);
    expect(read.filter((name) => !new RegExp(`^#? ?${name}=`, 'm').test(example))).toEqual([]);
  });
});

test('a call for services names the services that make it, and no others', () => {
  const unused = CONTRACTS.flatMap(({ name, endpoints }) =>
    Object.entries<EndpointShape>(endpoints).flatMap(([id, { callers = [] }]) =>
      callers
        .filter((caller) => {
          const callerFiles = product.filter(({ path }) => path.startsWith(`services/${caller}/`));
          const isCaller = (file: (typeof product)[number]) =>
            new RegExp(`\\b${id}\\b`).test(file.text) &&
            listImports(file).some((target) => target.startsWith(`contracts/src/${name}/`));
          return caller === name || !callerFiles.some(isCaller);
        })
        .map((caller) => `${caller} does not call ${id} of ${name}`),
    ),
  );
  expect(unused).toEqual([]);
});

test('the files and tests of docs/late-checks.md exist', () => {
  const page = readFileSync('docs/late-checks.md', 'utf8');
  const paths = [...page.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((path) => !existsSync(path) && !existsSync(`services/${path}`))).toEqual([]);
});

test('docs/calls.txt lists who may make each call: `npm run routes` writes it, and each changed line is a decision', () => {
  expect(listCalls().split('\n')).toEqual(readFileSync('docs/calls.txt', 'utf8').split('\n'));
});

test('Chromium tests measure positions with layout.ts, after fonts have loaded, or until they are stable', () => {
  const measuresPosition = /\.boundingBox\(|\bscrollWidth\b/;
  const offenders = sources
    .filter(({ path, text }) => path.startsWith('test/e2e/') && measuresPosition.test(text))
    .map(({ path }) => path.slice('test/e2e/'.length));
  // The latter retries.
  expect(offenders).toEqual(['layout.ts', 'tour.e2e.ts']);
});

test('each part of ui/ appears at /dev/parts, by itself or within another part', () => {
  const isPart = ({ path }: SourceFile) => /^apps\/web\/src\/ui\/.+\.tsx$/.test(path);
  const parts = product.filter(isPart).map(({ path }) => path);
  expect(parts.length).toBeGreaterThan(10);
  const shown = new Set(
    product.filter((file) => file.path.startsWith('apps/web/parts/') || isPart(file)).flatMap(listImports),
  );
  expect(parts.filter((path) => !shown.has(path))).toEqual([]);
});

/** test/suites/every-call.test.ts makes each call of every `routes.ts` on both engines. */
test('each queries.ts has a test on both engines: its feature’s calls, or a file beside it', () => {
  const findServiceFolders = (name: string) =>
    product
      .filter(({ path }) => path.startsWith('services/') && path.endsWith(`/${name}`))
      .map(({ path }) => path.replace(name, ''));
  const called = findServiceFolders('routes.ts');
  const folders = findServiceFolders('queries.ts');
  expect(folders.length).toBeGreaterThan(10);
  const onEmbedded: readonly string[] = [...projectFiles.embedded, ...projectFiles['slow embedded']];
  expect(onEmbedded).toContain('test/suites/every-call.test.ts');
  const isCalled = (folder: string) => called.some((one) => folder.startsWith(one) || one.startsWith(folder));
  const without = folders.filter(
    (folder) => !isCalled(folder) && !onEmbedded.some((path) => path.startsWith(folder)),
  );
  expect(without).toEqual([]);
});

test('each decision has a status and a date, and is listed in the index with its title', () => {
  const folder = 'docs/decisions';
  const index = readFileSync(`${folder}/README.md`, 'utf8');
  const pages = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
  expect(pages.length).toBeGreaterThan(40);
  const wrong = pages.filter((name) => {
    const [, number = '', title = '', status = ''] =
      /^# (\d+)\. (.+)\n\nStatus: (accepted|superseded by \d+), \d{1,2} \w+ 20\d\d\.\n/.exec(
        readFileSync(`${folder}/${name}`, 'utf8'),
      ) ?? [];
    return status === '' || !index.includes(`- [${number}](${name}) ${title}`);
  });
  expect(wrong).toEqual([]);
});

test('the changelog begins with this version, its changes for operators, and its compatible versions', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const [, newest = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  expect(newest.startsWith(`${version}\n`) || newest.startsWith(`${version}, `)).toBe(true);
  expect(newest).toMatch(/\n\*\*Change\*\*\n[^]+\n\*\*Beside it\*\*\n/);
});
