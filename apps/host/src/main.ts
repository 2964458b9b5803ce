import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { createLog } from '@app/kit/log.ts';
import { type HostConfig, readHostConfig } from './config.ts';
import { openHost } from './host.ts';
import { readBuild } from './read-build.ts';

/** Each part of the shutdown has a shorter limit. */
const STOP_MS = 25_000;

export async function main(): Promise<void> {
  const config = readHostConfig();
  const log = createLog(config.LOG_LEVEL ?? (config.isDemo ? 'warn' : 'info'));
  const running = await openHost(config, log);

  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    // A supervisor and a parent process may both send a signal.
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(
      () => {
        log.error('could not stop in time');
        process.exit(1);
      },
      config.STOP_WAIT_SECONDS * 1000 + STOP_MS,
    ).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.once('SIGINT', stop);

  const host = config.HOST ?? defaultHost(config);
  const address = await running.app.listen({ port: config.PORT, host });
  const adminAddress = await running.adminApp?.listen({
    port: config.ADMIN_PORT ?? 0,
    host: config.ADMIN_HOST,
  });
  await running.work().catch((error: unknown) => {
    if (!isStopping) throw error;
  });
  if (isStopping) return;
  // With PORT=0, the parent process learns the port from this message.
  process.send?.({ listening: address });
  log.info({ address, adminAddress, parts: config.SERVICES, ...readBuild() }, 'listening');
  if (config.isDemo) greet(config, address);
}

/** The password of the demo is public, so only this machine may connect. */
function defaultHost(config: HostConfig): string {
  return config.isDemo ? 'localhost' : '0.0.0.0';
}

function greet(config: HostConfig, address: string): void {
  const url = `http://localhost:${new URL(address).port}`;
  const lines = [`\n  ${PRODUCT_NAME} is ready at ${url}\n`];
  if (config.SERVICES.includes('web')) {
    lines.push(
      `  Log in as a demo person:         ${url}/dev`,
      ...(config.ADMIN_PORT === undefined ? [] : [`  Admin area:                      ${config.ADMIN_URL}`]),
      `  Every email that it sends:       ${url}/dev/mail`,
      `  Their simulated phones:          ${url}/dev/phones`,
    );
  }
  if (Object.values(config.databases).some((place) => place.url === undefined))
    lines.push(`  Data, kept between starts:       ${config.dataDir}`);
  process.stdout.write(`${lines.join('\n')}\n\n  Ctrl+C stops it.\n`);
}
