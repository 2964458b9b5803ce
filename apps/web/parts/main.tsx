import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider, useSearchParams } from 'react-router';
import { Toaster } from '../src/ui/toaster.tsx';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { partsPageWords as words } from '@app/words/parts-page.ts';
import { useState } from 'react';
import { AuthFrame } from '../src/product/frames/auth-frame.tsx';
import { Button, LinkButton } from '../src/ui/button.tsx';
import { Outcome } from '../src/ui/outcome.tsx';
import { WizardHead } from '../src/ui/wizard-head.tsx';
import '../src/forms/all-rules.ts';
import { Parts } from './parts.tsx';
import './parts.css';

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

const ALL = '/dev/parts';

function OutcomePage() {
  return (
    <AuthFrame>
      <Outcome
        title={words.successTitle}
        takesFocus
        actions={<LinkButton to={ALL}>{words.backToParts}</LinkButton>}
      >
        <p>{words.emptyText}</p>
        <p>{words.longName}</p>
      </Outcome>
    </AuthFrame>
  );
}

function WizardPage() {
  const [current, setCurrent] = useState(1);
  const before = words.steps[current - 2] ?? words.title;
  return (
    <main className="mx-auto w-full max-w-5xl px-4 pt-6 sm:px-8 sm:pt-8">
      <WizardHead
        steps={words.steps}
        current={current}
        backTo={before}
        backLabel={words.backTo(before)}
        onBack={() => setCurrent(Math.max(1, current - 1))}
        leave={{ to: ALL, label: words.backToParts }}
      />
      <h1>{words.steps[current - 1]}</h1>
      <Button className="mt-6" onClick={() => setCurrent(Math.min(words.steps.length, current + 1))}>
        {words.next}
      </Button>
    </main>
  );
}

const alone: Record<string, () => React.JSX.Element> = { outcome: OutcomePage, 'wizard-head': WizardPage };

/** With `?part=`, only one part is shown, because some parts contain the page's heading or move the focus. */
function Pages() {
  const part = useSearchParams()[0].get('part') ?? '';
  const Alone = alone[part];
  if (!Alone) return <Parts />;
  return (
    <>
      <title>{`${part} · ${PRODUCT_NAME}`}</title>
      <Alone />
    </>
  );
}
