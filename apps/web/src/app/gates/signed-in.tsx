import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import { guardedBy } from '../gate.ts';
import { Shell } from '../shell/shell.tsx';

export const clientMiddleware = [guardedBy('SIGNED_IN')];
export const clientLoader = () => null;

export default function Dashboard() {
  return (
    <QueryClientProvider client={queryClient}>
      <Shell />
    </QueryClientProvider>
  );
}
