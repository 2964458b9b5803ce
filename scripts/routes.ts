import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { EndpointShape } from '@app/contracts/endpoint.ts';

/** Prints who may call what, and how often, from the contracts. */
for (const { base, endpoints } of CONTRACTS) {
  process.stdout.write(`\n${base}\n`);
  for (const [operationId, endpoint] of Object.entries<EndpointShape>(endpoints)) {
    const own = endpoint.own ? ` (${endpoint.own.in}.${endpoint.own.name} is the caller)` : '';
    const columns = [
      endpoint.method.padEnd(7),
      endpoint.path.padEnd(42),
      endpoint.access.padEnd(20),
      operationId,
    ];
    const limits = (endpoint.limits ?? []).map((limit) => `\n${' '.repeat(52)}${limit}`);
    process.stdout.write(`  ${columns.join(' ')}${own}${limits.join('')}\n`);
  }
}
