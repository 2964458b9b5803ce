import './parts.css';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { Toaster } from '../src/ui/toaster.tsx';
import { Pages } from './pages.tsx';

function Page() {
  return (
    <>
      <Pages />
      <Toaster />
    </>
  );
}

const router = createBrowserRouter([{ path: '*', element: <Page /> }]);
const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={router} />);
