/** Run `npm run db:backup -- FILE`. The embedded database must not be in use. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { readHostConfig } from '../apps/host/src/config.ts';
import { backUpPglite, backUpPostgres, openForBackup } from '../kit/src/backup.ts';
import { readBackupArgument } from './backup-arguments.ts';

// Backups contain personal data, so only the owner of the file may read it.
process.umask(0o077);
const config = readHostConfig();
const { file, url } = readBackupArgument('npm run db:backup -- FILE', config);
if (existsSync(file)) throw new Error(`${file} is there already`);
// The file gets its final name when it is complete.
const part = `${file}.part`;
rmSync(part, { force: true });
if (url === undefined) {
  const engine = await openForBackup(config.dataDir);
  await backUpPglite(engine, part);
  await engine.close();
} else await backUpPostgres({ url, environment: config.environment }, part);
renameSync(part, file);
process.stdout.write(
  `${file} holds all of the database. The keys that open what is encrypted are not in it.\n`,
);
