import { type ReactNode, useEffect, useRef } from 'react';

interface OutcomeProps {
  title: string;
  children?: ReactNode;
  /** What can be done now. */
  actions?: ReactNode;
  /** It has taken the place of a form: the focus goes to its heading, which a screen reader then reads out. */
  isNews?: boolean;
}

/** The result of a form, shown instead of it. */
export function Outcome({ title, children, actions, isNews }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNews) heading.current?.focus();
  }, [isNews]);
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
