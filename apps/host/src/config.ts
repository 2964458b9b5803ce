import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import type { Environment } from '@app/kit/service.ts';
import { SettingsError, integerSetting, readSettings } from '@app/kit/settings.ts';

const PARTS = ['identity', 'project', 'web'] as const;
export type Part = (typeof PARTS)[number];

const origin = z.url({ protocol: /^https?$/ });

/** The settings of a process (D-11); .env.example explains each. The services read their own from the same text. */
const HostSettings = z.object({
  APP_MODE: z.enum(['demo', 'production']).default('demo'),
  SERVICES: z.string().default('all').transform(parseParts),
  HOST: z.string().optional(),
  PORT: integerSetting(0, 65_535, 3000),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_SIZE: integerSetting(1, 100, 10),
  IDENTITY_URL: origin.optional(),
  PROJECT_URL: origin.optional(),
  PUBLIC_URL: origin.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().includes('@').default(`${PRODUCT_NAME} <no-reply@demo.test>`),
  TRUSTED_PROXIES: z.string().optional().transform(parseProxies),
  DEMO_DATA: z.enum(['full', 'none']).default('full'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
});

export type HostConfig = z.infer<typeof HostSettings> & {
  dataDir: string;
  isDemo: boolean;
  /** All settings as text, for the services. */
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

/** Addresses or CIDR ranges; `none` says that no proxy stands in front. */
function parseProxies(text: string | undefined, context: z.RefinementCtx): readonly string[] {
  const proxies = text === undefined || text === 'none' ? [] : text.split(',').map((entry) => entry.trim());
  const isAddress = (entry: string) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry);
  if (!proxies.every(isAddress)) {
    context.addIssue({ code: 'custom', message: 'must be "none" or a list of addresses or CIDR ranges' });
    return z.NEVER;
  }
  return proxies;
}

/** Reads the process's environment once. Throws SettingsError with the full list of what is missing or contradicts. */
export function readHostConfig(environment: Environment = process.env): HostConfig {
  const settings = readSettings(HostSettings, environment);
  const problems = [
    ...contradictions(settings),
    ...(settings.APP_MODE === 'production' ? missing(environment, settings.SERVICES) : []),
  ];
  if (problems.length > 0) throw new SettingsError(problems);
  return {
    ...settings,
    dataDir: resolve(settings.DATA_DIR),
    isDemo: settings.APP_MODE === 'demo',
    environment,
  };
}

function contradictions(settings: z.infer<typeof HostSettings>): string[] {
  const { SERVICES: parts, DATABASE_URL, IDENTITY_URL, PROJECT_URL, APP_MODE } = settings;
  const runs = (part: Part) => parts.includes(part);
  const isApart = runs('identity') !== runs('project');
  const problems: string[] = [];
  if (DATABASE_URL !== undefined && new URL(DATABASE_URL).searchParams.has('options')) {
    problems.push('DATABASE_URL: must not set options, which would take the services’ own roles away');
  }
  if (runs('identity') && !runs('web') && settings.PUBLIC_URL === undefined) {
    problems.push('PUBLIC_URL: the address of the web pages, which letters link to and which run elsewhere');
  }
  if (isApart && DATABASE_URL === undefined) {
    problems.push('SERVICES: services in processes of their own need a PostgreSQL server (DATABASE_URL)');
  }
  if (!runs('identity') && (runs('project') || runs('web')) && IDENTITY_URL === undefined) {
    problems.push('IDENTITY_URL: where the identity service answers, since it does not run in this process');
  }
  if (!runs('project') && (runs('identity') || runs('web')) && PROJECT_URL === undefined) {
    problems.push('PROJECT_URL: where the project service answers, since it does not run in this process');
  }
  if (APP_MODE === 'production' && (runs('identity') || runs('project')) && DATABASE_URL === undefined) {
    problems.push(
      'DATABASE_URL: production needs a PostgreSQL server; the embedded one can lose writes in a power cut',
    );
  }
  return problems;
}

/** What the demo makes for itself and production must be given: to the part that needs it, and to no other. */
function missing(environment: Environment, parts: readonly Part[]): string[] {
  const ofIdentity = [
    'PUBLIC_URL',
    'ADMIN_EMAIL',
    'SMTP_URL',
    'MAIL_FROM',
    'SERVICE_SECRET',
    'TOKEN_SIGNING_KEY',
  ];
  const ofProject = parts.includes('project') ? ['SERVICE_SECRET'] : [];
  // Limits count addresses, so it must be said whose word on them is taken.
  const needed = ['TRUSTED_PROXIES', ...(parts.includes('identity') ? ofIdentity : ofProject)];
  const absent = needed.filter((name) => environment[name] === undefined || environment[name] === '');
  const insecure = ['PUBLIC_URL', 'GOOGLE_ISSUER'].filter((name) => environment[name]?.startsWith('http://'));
  return [
    ...absent.map((name) => `${name}: must be set in production`),
    ...insecure.map((name) => `${name}: must begin with https:// in production`),
  ];
}
