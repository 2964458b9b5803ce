import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLostFocus } from '../ui/use-heading-focus.ts';
import { AdminPage } from './admin-page.tsx';
import { ReadPart } from './read-part.tsx';

interface RecordPageProps<Data> {
  read: UseQueryResult<Data>;
  back: { to: string; label: string };
  children: (data: Data) => ReactNode;
}

/** Until the record is read, the screen shows the name of the list. */
export function RecordPage<Data>({ read, back, children }: RecordPageProps<Data>) {
  if (read.data !== undefined) return <Found>{children(read.data)}</Found>;
  return (
    <AdminPage title={back.label} back={back}>
      <ReadPart read={read} leave={back}>
        {() => null}
      </ReadPart>
    </AdminPage>
  );
}

/** The heading that had the focus during loading is gone, so the new one takes the focus. */
function Found({ children }: { children: ReactNode }) {
  useLostFocus();
  return children;
}
