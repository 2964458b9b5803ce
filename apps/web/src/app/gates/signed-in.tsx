import { QueryClientProvider } from '@tanstack/react-query';
import { holdDataOf, queryClient } from '../../api/query-client.ts';
import { guardedBy, onOtherPage } from '../gate.ts';
import { readUser } from '../session.ts';
import { Shell } from '../shell/shell.tsx';

export const clientMiddleware = [guardedBy('SIGNED_IN')];
export const shouldRevalidate = onOtherPage;
export function clientLoader() {
  holdDataOf(readUser()?.userId);
  return null;
}

export default function Dashboard() {
  return (
    <QueryClientProvider client={queryClient}>
      <Shell />
    </QueryClientProvider>
  );
}
