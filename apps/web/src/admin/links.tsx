import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface LinkProps {
  id: string;
  children: ReactNode;
}

const linkClass = 'text-link inline-flex min-h-11 items-center lg:pointer-fine:min-h-6';

export const PersonLink = ({ id, children }: LinkProps) => (
  <Link to={`/people/${id}`} className={linkClass}>
    {children}
  </Link>
);

export const StudyLink = ({ id, children }: LinkProps) => (
  <Link to={`/studies/${id}`} className={linkClass}>
    {children}
  </Link>
);
