import { QueryClientProvider } from '@tanstack/react-query';
import { keepDataForUser, queryClient } from './api/query-client.ts';
import { guardMiddleware } from './app/gate.ts';
import { Shell } from './app/shell/shell.tsx';
import { NotificationButton } from './features/notifications/notification-button.tsx';
import { useUnreadEvents } from './features/notifications/use-unread-count.ts';
import { onOtherPage } from './session/guards.ts';
import { readUser, useUser } from './session/session.ts';

export const clientMiddleware = [guardMiddleware('SIGNED_IN')];
export const shouldRevalidate = onOtherPage;
export function clientLoader() {
  keepDataForUser(readUser()?.userId);
  return null;
}

/** A route of its own would make each page 0.2 KiB larger. */
function Screens() {
  useUnreadEvents(useUser()?.userId);
  return <Shell HeaderTool={NotificationButton} />;
}

export default function Dashboard() {
  return (
    <QueryClientProvider client={queryClient}>
      <Screens />
    </QueryClientProvider>
  );
}
