import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { type SimulatorOptions, type Simulators, openSimulators } from './open.ts';

export interface Alone extends Simulators {
  origin: string;
  refuseDuring<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Only programs on this machine can reach the simulators. */
export async function startAlone(
  options: Omit<SimulatorOptions, 'origin'> & { port?: number },
): Promise<Alone> {
  let origin = '';
  const simulators = openSimulators({ ...options, origin: () => origin });
  const app = Fastify({ forceCloseConnections: true });
  await app.register((scope) => simulators.mount(scope), { prefix: '/dev' });
  origin = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  const { server } = app;
  const { port } = server.address() as AddressInfo;
  return {
    ...simulators,
    origin,
    async refuseDuring(work) {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      try {
        return await work();
      } finally {
        await once(server.listen(port, '127.0.0.1'), 'listening');
      }
    },
    stop: () => app.close(),
  };
}
