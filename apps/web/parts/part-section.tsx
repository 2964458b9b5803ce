import { type ReactNode, useId } from 'react';

export function PartSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className="mt-8 border-t border-line pt-8">
      <h2 id={titleId} className="text-2xl">
        {title}
      </h2>
      <div className="mt-5 flex flex-col gap-8">{children}</div>
    </section>
  );
}

export function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="font-body text-sm font-semibold tracking-normal text-cocoa-2">{title}</h3>
      <div className="mt-2">{children}</div>
    </div>
  );
}
