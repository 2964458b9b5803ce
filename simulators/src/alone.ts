import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { TurnedClock } from './clock.ts';
import { mountControl } from './control.ts';
import type { SimulatorOptions, Simulators } from './open.ts';
import { openSimulators } from './open.ts';

export interface Alone extends Simulators {
  origin: string;
  /** Whoever connects while the work is done is refused. */
  refuseDuring<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** The simulators in a server of their own, on this machine only. A clock that is turned is turned by its control calls too. */
export async function startAlone(
  options: Omit<SimulatorOptions, 'origin'> & { port?: number; turned?: TurnedClock },
): Promise<Alone> {
  const open = async (port: number) => {
    const app = Fastify({ forceCloseConnections: true });
    await app.register((scope) => simulators.mount(scope), { prefix: '/dev' });
    await app.register(async (scope) => mountControl(scope, simulators, options.turned), {
      prefix: '/__sim',
    });
    await app.listen({ port, host: '127.0.0.1' });
    return app;
  };
  let origin = '';
  const simulators = openSimulators({ ...options, origin: () => origin });
  let app = await open(options.port ?? 0);
  const { port } = app.server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  return {
    ...simulators,
    origin,
    async refuseDuring(work) {
      await app.close();
      try {
        return await work();
      } finally {
        app = await open(port);
      }
    },
    stop: () => app.close(),
  };
}
