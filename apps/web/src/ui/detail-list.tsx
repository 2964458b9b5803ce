import type { ReactNode } from 'react';

export interface Detail {
  name: string;
  value: ReactNode;
}

export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="divide-y divide-line">
      {details.map(({ name, value }) => (
        <div key={name} className="py-3 sm:flex sm:gap-4">
          <dt className="shrink-0 text-sm text-cocoa-3 wrap-anywhere sm:w-48 sm:pt-0.5">{name}</dt>
          <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
