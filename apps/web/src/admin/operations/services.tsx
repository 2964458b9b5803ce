import type { AdminOperations } from '@app/contracts/admin-operations.ts';
import type { ServiceName } from '@app/contracts/endpoint.ts';
import { identityAdminOperations } from '@app/contracts/identity/admin-operations.ts';
import { paymentAdminOperations } from '@app/contracts/payment/admin-operations.ts';
import { projectAdminOperations } from '@app/contracts/project/admin-operations.ts';
import { adminOperationWords as words } from '@app/words/admin-operations.ts';
import { Link, useSearchParams } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';

const operations: Record<ServiceName, AdminOperations> = {
  identity: identityAdminOperations,
  project: projectAdminOperations,
  payment: paymentAdminOperations,
};
const SERVICES = Object.keys(operations) as ServiceName[];

export function useChosenService() {
  const [address] = useSearchParams();
  const service = SERVICES.find((name) => name === address.get('service')) ?? 'identity';
  return { service, calls: operations[service] };
}

/** `kept` lists what stays in the address when the admin chooses another service. */
export function ServiceLinks({ kept }: { kept?: readonly string[] }) {
  const [address] = useSearchParams();
  const { service: chosen } = useChosenService();
  const stays = [...address].filter(([name]) => kept?.includes(name));
  return (
    <nav aria-label={words.service} className="mb-4 flex flex-wrap gap-2">
      {SERVICES.map((service) => (
        <Link
          key={service}
          to={{ search: new URLSearchParams([...stays, ['service', service]]).toString() }}
          aria-current={service === chosen ? 'page' : undefined}
          className={buttonClass({ variant: service === chosen ? 'primary' : 'secondary', size: 'small' })}
        >
          {words.services[service]}
        </Link>
      ))}
    </nav>
  );
}
