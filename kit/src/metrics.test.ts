import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from './database.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';

test('connections of a role are counted over all its databases, again at each scrape', async () => {
  const engine = (open: number) =>
    ({ connections: () => [{ role: 'owner', open, idle: 1, waiting: 2 }] }) as unknown as Engine;
  const [first, second] = [engine(3), engine(4)];
  const databases = { of: () => first, all: [first, second] };
  const metrics = createMetrics(databases, [], { name: 'build_info', labels: {} }, createLog('silent'));
  onTestFinished(() => metrics.close());
  const port = await metrics.listen({ host: '127.0.0.1', port: 0 });
  for (let time = 0; time < 2; time += 1) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'database_connections{role="owner",state="busy"} 5',
        'database_connections{role="owner",state="idle"} 2',
        'database_connections{role="owner",state="waiting"} 4',
      ]),
    );
  }
});
