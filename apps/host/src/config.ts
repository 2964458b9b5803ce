import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { ServiceName } from '@app/contracts/endpoint.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import type { Service } from '@app/kit/service.ts';
import {
  type Environment,
  SettingsError,
  constant,
  integerSetting,
  listSettingNames,
  optionalInteger,
  readSettings,
} from '@app/kit/settings.ts';
import { signingKeysName, signingKeysSetting } from '@app/kit/signing-keys.ts';
import { SERVICES } from './services.ts';
import { findMisspelt } from './misspelt-settings.ts';

export type Part = ServiceName | 'web';
const PARTS: readonly Part[] = [...CONTRACTS.map(({ name }) => name), 'web'];

const origin = z.url({ protocol: /^https?$/ });

const originSetting = (name: ServiceName) => `${name.toUpperCase() as Uppercase<ServiceName>}_URL` as const;
type OriginSetting = ReturnType<typeof originSetting>;
const optionalOrigin = origin.optional();
const Origins = Object.fromEntries(
  CONTRACTS.map(({ name }) => [originSetting(name), optionalOrigin]),
) as Record<OriginSetting, typeof optionalOrigin>;

/** The number includes its country code: `+233 30 211 2233`. */
const telephone = z
  .string()
  .regex(/^\+\d[\d ]{6,20}\d$/, 'must be a telephone number such as +233 30 211 2233')
  .optional();

const ownDatabase = (name: ServiceName) =>
  `${name.toUpperCase() as Uppercase<ServiceName>}_DATABASE_URL` as const;
const ownReaders = (name: ServiceName) =>
  `${name.toUpperCase() as Uppercase<ServiceName>}_DATABASE_READERS` as const;
/** Behind a pooler, this setting has the address of the database server itself. */
const ownDirect = (name: ServiceName) =>
  `${name.toUpperCase() as Uppercase<ServiceName>}_DATABASE_DIRECT_URL` as const;

const databaseAddress = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'must be an address such as postgres://user:password@host:5432/name',
  })
  .optional();

type OwnDatabase = ReturnType<typeof ownDatabase> | ReturnType<typeof ownDirect>;
const OwnDatabases = Object.fromEntries(
  CONTRACTS.flatMap(({ name }) => [ownDatabase(name), ownDirect(name)]).map((name) => [
    name,
    databaseAddress,
  ]),
) as Record<OwnDatabase, typeof databaseAddress>;

const databaseAddresses = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .pipe(z.array(databaseAddress.unwrap()))
  .default([]);
type ReadersSetting = ReturnType<typeof ownReaders>;
const OwnReaders = Object.fromEntries(
  CONTRACTS.map(({ name }) => [ownReaders(name), databaseAddresses]),
) as Record<ReadersSetting, typeof databaseAddresses>;

/** Services read their own settings from the same environment (D-11). */
const HostSettings = z.object({
  APP_MODE: z.enum(['demo', 'production']).default('demo'),
  SERVICES: z.string().default('all').transform(parseParts),
  HOST: z.string().optional(),
  PORT: integerSetting(0, 65_535, 3000),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseAddress,
  DATABASE_DIRECT_URL: databaseAddress,
  DATABASE_READERS: databaseAddresses,
  ...OwnDatabases,
  ...OwnReaders,
  DATABASE_STATEMENTS: z.enum(['named', 'unnamed']).default('named'),
  DATABASE_WAIT_SECONDS: constant(30),
  DATABASE_POOL_SIZE: integerSetting(1, 100, 10),
  MIGRATE: z.enum(['start', 'never']).default('start'),
  ADMIN_PORT: optionalInteger(0, 65_535),
  ADMIN_HOST: z.string().default('127.0.0.1'),
  ADMIN_URL: origin.optional(),
  METRICS_PORT: optionalInteger(0, 65_535),
  METRICS_HOST: z.string().default('127.0.0.1'),
  STOP_WAIT_SECONDS: integerSetting(0, 60, 0),
  ...Origins,
  PUBLIC_URL: origin.optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://user:password@host:465' })
    .optional(),
  OPERATED_BY: z.string().trim().min(1).max(300).optional(),
  CONTACT_PHONE: telephone,
  CONTACT_WHATSAPP: telephone,
  MAIL_FROM: z.string().includes('@').default(`${PRODUCT_NAME} <no-reply@demo.test>`),
  TRUSTED_PROXIES: z.string().optional().transform(parseProxies),
  DEMO_DATA: z.enum(['full', 'none']).default('full'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
});

export interface DatabasePlace {
  /** Undefined for the embedded database, because it has no address. */
  url: string | undefined;
  poolerUrl: string | undefined;
  readerUrls: readonly string[];
  setting: string;
}

export type HostConfig = z.infer<typeof HostSettings> & {
  dataDir: string;
  isDemo: boolean;
  databases: Readonly<Record<ServiceName, DatabasePlace>>;
  origins: Readonly<Partial<Record<ServiceName, string>>>;
  /** Settings that only earlier versions used. */
  withoutEffect: readonly string[];
  environment: Environment;
};

function parseParts(text: string, context: z.RefinementCtx): readonly Part[] {
  if (text === 'all') return PARTS;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !PARTS.some((part) => part === name));
  if (unknown.length > 0 || names.length === 0) {
    context.addIssue({ code: 'custom', message: `must be "all" or a list of ${PARTS.join(', ')}` });
    return z.NEVER;
  }
  return PARTS.filter((part) => names.includes(part));
}

function parseProxies(text: string | undefined, context: z.RefinementCtx): readonly string[] {
  const proxies = text === undefined || text === 'none' ? [] : text.split(',').map((entry) => entry.trim());
  const isAddress = (entry: string) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry);
  if (!proxies.every(isAddress)) {
    context.addIssue({ code: 'custom', message: 'must be "none" or a list of addresses or CIDR ranges' });
    return z.NEVER;
  }
  return proxies;
}

export function servicesIn(parts: readonly string[]): Service[] {
  return SERVICES.filter(({ contract }) => parts.includes(contract.name));
}

const SHAPES = [HostSettings.shape, ...SERVICES.map(({ settings }) => settings)];
const SETTINGS = SHAPES.flatMap((shape) => listSettingNames(shape, 'settings'));
const GONE = SHAPES.flatMap((shape) => listSettingNames(shape, 'constants')).concat(
  'MTN_CURRENCY',
  'MTN_ENVIRONMENT',
);

/** Throws SettingsError with every problem found. */
export function readHostConfig(environment: Environment = process.env): HostConfig {
  const settings = readSettings(HostSettings, environment);
  const problems = [
    ...findMisspelt(environment, SETTINGS),
    ...contradictions(settings),
    ...sharedKeys(environment),
    ...(settings.APP_MODE === 'production' ? missing(environment, settings.SERVICES) : []),
  ];
  if (problems.length > 0) throw new SettingsError(problems);
  return {
    ...settings,
    dataDir: resolve(settings.DATA_DIR),
    isDemo: settings.APP_MODE === 'demo',
    databases: Object.fromEntries(
      CONTRACTS.map(({ name }) => [name, serviceDatabase(settings, name)]),
    ) as HostConfig['databases'],
    origins: Object.fromEntries(
      CONTRACTS.flatMap(({ name }) => {
        const url = settings[originSetting(name)];
        return url === undefined || settings.SERVICES.includes(name) ? [] : [[name, url]];
      }),
    ),
    withoutEffect: GONE.filter((name) => typeof environment[name] === 'string' && environment[name] !== ''),
    environment,
  };
}

function serviceDatabase(settings: z.infer<typeof HostSettings>, name: ServiceName): DatabasePlace {
  const isOwn = settings[ownDatabase(name)] !== undefined;
  const setting = isOwn ? ownDatabase(name) : 'DATABASE_URL';
  const direct = settings[isOwn ? ownDirect(name) : 'DATABASE_DIRECT_URL'];
  const address = settings[setting];
  return {
    url: direct ?? address,
    poolerUrl: direct === undefined ? undefined : address,
    readerUrls: settings[isOwn ? ownReaders(name) : 'DATABASE_READERS'],
    setting,
  };
}

export const serverMissing = (names: readonly ServiceName[]): string =>
  `DATABASE_URL: must be set, or ${names.map(ownDatabase).join(' and ')}, where other services have a server`;

/**
 * This process itself sets roles and time-outs, so the address of a database must not contain these
 * parameters.
 */
const OF_CONNECTIONS = new Set([
  'options',
  'statement_timeout',
  'query_timeout',
  'idle_in_transaction_session_timeout',
]);

function contradictions(settings: z.infer<typeof HostSettings>): string[] {
  const { SERVICES: parts, APP_MODE } = settings;
  const chosen = servicesIn(parts);
  const elsewhere = CONTRACTS.filter(({ name }) => !parts.includes(name));
  const problems: string[] = [];
  const pairs = [
    ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const,
    ...CONTRACTS.map(({ name }) => [ownDatabase(name), ownDirect(name)] as const),
  ];
  const readers = [
    ['DATABASE_READERS', 'DATABASE_URL'] as const,
    ...CONTRACTS.map(({ name }) => [ownReaders(name), ownDatabase(name)] as const),
  ];
  for (const setting of [...pairs, ...readers.map(([one]) => [one] as const)].flat()) {
    const names = [settings[setting] ?? []].flat().flatMap((one) => [...new URL(one).searchParams.keys()]);
    for (const name of names.filter((one) => OF_CONNECTIONS.has(one)))
      problems.push(`${setting}: must not set ${name}, which would take the services’ own away`);
  }
  for (const [setting, database] of readers)
    if (settings[setting].length > 0 && settings[database] === undefined)
      problems.push(`${setting}: must not be set without ${database}, whose replicas they are`);
  for (const [setting, direct] of pairs)
    if (settings[direct] !== undefined) problems.push(...aboutPooler(settings, setting, direct));
  if (
    settings.METRICS_PORT !== undefined &&
    settings.METRICS_PORT > 0 &&
    settings.METRICS_PORT === settings.PORT
  ) {
    problems.push('METRICS_PORT: must be another than PORT');
  }
  problems.push(...aboutAdminArea(settings));
  const linksToPages = chosen.some(({ neededInProduction }) => neededInProduction.includes('PUBLIC_URL'));
  if (linksToPages && !parts.includes('web') && settings.PUBLIC_URL === undefined) {
    problems.push('PUBLIC_URL: the address of the web pages, which emails link to and which run elsewhere');
  }
  const embedded = chosen
    .map(({ contract }) => contract.name)
    .filter((name) => serviceDatabase(settings, name).url === undefined);
  if (embedded.length > 0 && embedded.length < chosen.length) {
    problems.push(serverMissing(embedded));
  } else if (embedded.length > 0 && elsewhere.length > 0) {
    problems.push('SERVICES: services in processes of their own need a PostgreSQL server (DATABASE_URL)');
  }
  for (const name of elsewhere.map((contract) => contract.name)) {
    const setting = originSetting(name);
    if (settings[setting] !== undefined) continue;
    problems.push(`${setting}: where the ${name} service answers, since it does not run in this process`);
  }
  if (APP_MODE === 'production' && embedded.length > 0) {
    problems.push(
      'DATABASE_URL: production needs a PostgreSQL server; the embedded one can lose writes in a power cut',
    );
  }
  return problems;
}

function aboutAdminArea({
  ADMIN_PORT: port,
  ADMIN_URL: url,
  PORT,
  METRICS_PORT,
}: z.infer<typeof HostSettings>) {
  const problems: string[] = [];
  if (port !== undefined && url === undefined)
    problems.push('ADMIN_URL: must be set for ADMIN_PORT, since passkeys belong to this address');
  if (port !== undefined && port > 0 && (port === PORT || port === METRICS_PORT))
    problems.push('ADMIN_PORT: must be another than PORT and METRICS_PORT');
  const { pathname = '/', hostname = '' } = url === undefined ? {} : new URL(url);
  if (pathname !== '/' || ipaddr.isValid(hostname.replace(/^\[|\]$/g, '')))
    problems.push('ADMIN_URL: must have a host name and no path, since passkeys belong to names');
  return problems;
}

function aboutPooler(
  settings: z.infer<typeof HostSettings>,
  setting: OwnDatabase | 'DATABASE_URL',
  direct: string,
): string[] {
  const address = settings[setting];
  if (address === undefined) return [`${setting}: must be set, to the pooler before the server of ${direct}`];
  const { username, searchParams } = new URL(address);
  return username === '' && !searchParams.has('user')
    ? []
    : [
        `${setting}: must name no user where ${direct} is set, since each service logs in as its role: postgres://:password@host:6432/name`,
      ];
}

/** If a service had the key of another service, it could impersonate that service. */
function sharedKeys(environment: Environment): string[] {
  const owners = new Map<string, string>();
  return CONTRACTS.flatMap(({ name }) => {
    const { data: keys = [] } = signingKeysSetting.safeParse(environment[signingKeysName(name)]);
    const others = keys.map(({ x }) => owners.get(x)).find((owner) => owner !== undefined);
    for (const { x } of keys) owners.set(x, name);
    return others === undefined
      ? []
      : [`${signingKeysName(name)}: must not hold a key of the ${others} service`];
  });
}

/** The demo generates these settings itself. */
function missing(environment: Environment, parts: readonly Part[]): string[] {
  const ofServices = servicesIn(parts).flatMap(({ neededInProduction }) => neededInProduction);
  // Rate limits count by client address, which we know only if we know the proxies.
  const needed = ['TRUSTED_PROXIES', ...new Set(ofServices)];
  const absent = needed.filter((name) => environment[name] === undefined || environment[name] === '');
  const addresses = [
    'PUBLIC_URL',
    'ADMIN_URL',
    'GOOGLE_ISSUER',
    'MTN_BASE_URL',
    'MTN_CALLBACK_URL',
    'PAYSTACK_BASE_URL',
    'SMS_URL',
  ];
  const insecure = addresses.filter((name) =>
    (environment[name] as string | undefined)?.startsWith('http://'),
  );
  return [
    ...absent.map((name) => `${name}: must be set in production`),
    ...insecure.map((name) => `${name}: must begin with https:// in production`),
  ];
}
