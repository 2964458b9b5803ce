import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface LinkProps {
  id: string;
  children: ReactNode;
}

/** The link is large enough for a finger on phones, and the row is dense with a fine pointer. */
export const cellLinkClass = 'text-link inline-flex min-h-11 min-w-11 items-center lg:pointer-fine:min-h-6';

export const PersonLink = ({ id, children }: LinkProps) => (
  <Link to={`/people/${id}`} className={cellLinkClass}>
    {children}
  </Link>
);

export const StudyLink = ({ id, children }: LinkProps) => (
  <Link to={`/studies/${id}`} className={cellLinkClass}>
    {children}
  </Link>
);
