import autocannon from 'autocannon';

export interface Load {
  requestsPerSecond: number;
  p50InMs: number;
  p99InMs: number;
  errors: number;
}

export const CONNECTIONS = Number(process.env['BENCH_CONNECTIONS'] ?? 16);

type Request = NonNullable<autocannon.Options['requests']>[number];

/** Sends requests over a fixed number of connections for some seconds; `next` creates each request. */
export async function load(url: string, seconds: number, next: () => Request): Promise<Load> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  return {
    requestsPerSecond: result.requests.average,
    p50InMs: result.latency.p50,
    p99InMs: result.latency.p99,
    errors: result.errors + result.non2xx,
  };
}
