import { CONTRACTS } from '@app/contracts/contracts.ts';
import { type EndpointShape, isOnAdminPort } from '@app/contracts/endpoint.ts';

export function listCalls(): string {
  return CONTRACTS.map(({ base, endpoints }) => {
    const calls = Object.entries<EndpointShape>(endpoints).map(([operationId, endpoint]) => {
      const { method, path, access, callers, adminRoles, own, limits = [] } = endpoint;
      const columns = [method.padEnd(7), path.padEnd(42), access.padEnd(20), operationId];
      const whose = own ? ` (${own.in}.${own.name} is the caller)` : '';
      const named = callers ?? adminRoles;
      const by = named ? ` (${named.join(', ')})` : '';
      const port = isOnAdminPort(endpoint) ? ' (admin port)' : '';
      return [
        `  ${columns.join(' ')}${whose}${by}${port}`,
        ...limits.map((limit) => `${' '.repeat(52)}${limit}`),
      ].join('\n');
    });
    return `${base}\n${calls.join('\n')}\n`;
  }).join('\n');
}
