/** Run `npm run new-settings -- FILE --host …`. Only the owner can read the file. */
import './backup-arguments.ts';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, parseEnv } from 'node:util';
import { PRODUCT_NAME } from '../contracts/src/product.ts';
import { readHostConfig, servicesIn } from '../apps/host/src/config.ts';
import { SERVICES } from '../apps/host/src/services.ts';
import { newDataKey } from '../kit/src/sealed-columns.ts';
import { newSigningKeys } from '../kit/src/signing-keys.ts';
import { callerDirectory } from './working-directory.ts';

const USAGE = `npm run new-settings -- FILE --host research.example --admin-email you@research.example \\
  [--database-url postgres://user@host:5432/name]
and the mail server's address on standard input: smtps://user:password@mail.example:465

npm run new-settings -- --check [FILE]
says what is wrong with the settings in a file, or with those of the environment, and starts nothing`;

function readGiven() {
  try {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        host: text,
        'admin-email': text,
        'database-url': text,
        check: { type: 'boolean', default: false },
      },
    });
    const [file, ...more] = positionals;
    if (values.check && more.length === 0) return { checked: file ?? '' };
    const { host, 'admin-email': email, 'database-url': database } = values;
    const isHost = host !== undefined && URL.parse(`https://${host}`)?.host === host;
    return file && isHost && email && more.length === 0
      ? { file: resolve(callerDirectory, file), host, email, database }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The address contains a password, so it is read from the input: other users can see arguments. */
async function readSmtpUrl(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Mail server, as smtps://user:password@mail.example:465: ');
  for await (const line of createInterface({ input: process.stdin })) return line.trim();
  return '';
}

/** Needs no database. Throws SettingsError. */
function assertSettings(environment: NodeJS.Dict<string>): void {
  const { SERVICES: parts, isDemo } = readHostConfig(environment);
  if (!isDemo) for (const service of servicesIn(parts)) service.checkSettings(environment);
}

const given = readGiven();
if (given && 'checked' in given) {
  const { checked } = given;
  assertSettings(
    checked === '' ? process.env : parseEnv(readFileSync(resolve(callerDirectory, checked), 'utf8')),
  );
  process.stdout.write(`${checked || 'The environment'}: these settings are right.\n`);
  process.exit();
}
const smtp = given ? await readSmtpUrl() : '';
if (!given || smtp === '') {
  process.stderr.write(`${USAGE}\n`);
  process.exit(1);
}
const { file, host, email } = given;
const name = PRODUCT_NAME.toLowerCase();
const requiredSettings = new Set(SERVICES.flatMap(({ neededInProduction }) => neededInProduction));
const settings: Record<string, string> = {
  APP_MODE: 'production',
  PUBLIC_URL: `https://${host}`,
  // The proxy that ends TLS runs on the same machine.
  HOST: '127.0.0.1',
  TRUSTED_PROXIES: '127.0.0.1,::1',
  ADMIN_EMAIL: email,
  SMTP_URL: smtp,
  MAIL_FROM: `${PRODUCT_NAME} <no-reply@${new URL(`https://${host}`).hostname}>`,
  DATABASE_URL: given.database ?? `postgres://${name}@127.0.0.1:5432/${name}`,
  // PostgreSQL's programs read the password here, unless the address has one.
  PGPASSWORD: randomBytes(24).toString('base64url'),
  PUSH_KEYS: newDataKey(),
  CALLBACK_KEY: randomBytes(24).toString('base64url'),
  ...Object.fromEntries(
    [...requiredSettings]
      .filter((one) => one.endsWith('_SIGNING_KEYS'))
      .map((one) => [one, newSigningKeys()]),
  ),
  ...Object.fromEntries(
    [...requiredSettings].filter((one) => one.endsWith('_DATA_KEYS')).map((one) => [one, newDataKey()]),
  ),
};
assertSettings(settings);

const lines = Object.entries(settings).map(([setting, value]) => {
  // systemd, Compose, Node.js and shells all read this format in the same way.
  if (/['\\\r\n]/.test(value))
    throw new Error(`${setting}: must be without ' and \\ (%27 and %5C in an address), and one line`);
  return `${setting}='${value}'`;
});
if (existsSync(file))
  throw new Error(`${file} is there already. Its keys may be in use, so nothing is written.`);
writeFileSync(file, `# .env.example explains each.\n${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600 });
process.stdout.write(
  `${file} holds all that production needs. Keep a copy of it apart from the backups: without its keys nobody can be paid.\n`,
);
