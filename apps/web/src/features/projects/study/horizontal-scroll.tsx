import type { ReactNode } from 'react';

export function Sideways({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is scrolled by a finger is scrolled by keys too
    <div role="region" aria-label={label} tabIndex={0} className="mt-2 overflow-x-auto rounded-control">
      {children}
    </div>
  );
}
