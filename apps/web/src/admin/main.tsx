import { failureWords } from '@app/words/failures.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import '../forms/all-rules.ts';
import { FailedState } from '../ui/states.tsx';
import { adminQueries } from './call-admin.ts';
import { adminScreens } from './screens.ts';
import { AdminShell, NotFoundScreen } from './shell.tsx';
import { Enrol } from './sign-in.tsx';
import './admin.css';

/** After an update, the code of a screen may not exist any more. */
function ScreenFailed() {
  return (
    <main className="p-6">
      <FailedState text={failureWords.network} onRetry={() => location.reload()} />
    </main>
  );
}

const router = createBrowserRouter([
  { path: '/enrol', element: <Enrol /> },
  {
    path: '/',
    element: <AdminShell />,
    errorElement: <ScreenFailed />,
    hydrateFallbackElement: <></>,
    children: [
      ...adminScreens.map((screen) => ({ path: screen.path, handle: screen, lazy: screen.load })),
      { path: '*', element: <NotFoundScreen /> },
    ],
  },
]);

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <QueryClientProvider client={adminQueries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
