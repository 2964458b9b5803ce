import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface AdminPageProps {
  title: string;
  /** If the screen is about one row of a list, this is the list. */
  back?: { to: string; label: string };
  /** The primary action comes first. */
  actions?: ReactNode;
  children: ReactNode;
}

export function AdminPage({ title, back, actions, children }: AdminPageProps) {
  return (
    <>
      <title>{`${title} · ${words.title(PRODUCT_NAME)}`}</title>
      {back && (
        <Link to={back.to} className="-ml-1 inline-flex min-h-11 items-center gap-1 text-sm text-green">
          <ChevronLeft aria-hidden="true" className="size-4" />
          {back.label}
        </Link>
      )}
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 tabIndex={-1} className="min-w-0 text-2xl wrap-anywhere">
          {title}
        </h1>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </>
  );
}
