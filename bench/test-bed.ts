import { type Bench, openBench } from './product.ts';
import { FURTHER, seedParticipants, seedStudies } from './seed.ts';
import { print } from './measure.ts';
import { createDatabase } from '../test/support/machine/postgres.ts';
import { testSecrets } from '../test/support/secrets.ts';
import { wideLimits } from '../test/support/wide-limits.ts';

/** The databases of one run. */
export interface Ground {
  /** Returns a new, empty database. */
  empty(): Promise<Bench>;
  /**
   * Returns one with all people and this number of studies, of which this share has further criteria. It is
   * filled on first use.
   */
  withStudies(studies: number, further?: number): Promise<Bench>;
  close(): Promise<void>;
}

export async function openGround(serverUrl: string, folder: string): Promise<Ground> {
  const secrets = { ...(await testSecrets()), ...wideLimits } as Record<string, string>;
  const opened: { bench: Bench; drop(): Promise<void> }[] = [];
  const filled = new Map<string, Bench>();
  const participants = `bench_${process.pid}`;

  async function create(from: Parameters<typeof createDatabase>[1] = {}): Promise<Bench> {
    const { url, drop } = await createDatabase(serverUrl, from);
    const bench = openBench({ folder, databaseUrl: url, secrets });
    opened.push({ bench, drop });
    return bench;
  }
  async function timed(what: string, work: () => Promise<void>): Promise<void> {
    const began = performance.now();
    await work();
    print(`${what}: filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }

  return {
    empty: () => create(),
    async withStudies(studies, further = FURTHER[0] ?? 0) {
      const name = `${studies} studies, ${further * 100} % of them by further criteria`;
      const known = filled.get(name);
      if (known) return known;
      if (filled.size === 0) {
        const everybody = await create({ name: participants });
        await timed('people', () => everybody.inProcess(async (_, engine) => seedParticipants(engine)));
      }
      const bench = await create({ template: participants });
      await timed(name, () => bench.inProcess(async (_, engine) => seedStudies(engine, studies, further)));
      filled.set(name, bench);
      return bench;
    },
    async close() {
      for (const { bench, drop } of opened) {
        await bench.stopProcesses();
        await drop();
      }
    },
  };
}
