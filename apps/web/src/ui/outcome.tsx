import { type ReactNode, useEffect, useRef } from 'react';

interface OutcomeProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  takesFocus?: boolean;
}

export function Outcome({ title, children, actions, takesFocus }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="wrap-anywhere">
        {title}
      </h1>
      {children && <div className="mt-3 flex flex-col gap-3 text-cocoa-2 wrap-anywhere">{children}</div>}
      {actions && <div className="mt-6 flex flex-col items-stretch gap-3">{actions}</div>}
    </>
  );
}
