import { partMessages } from '@app/words/parts.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { shellMessages } from '@app/words/shell.ts';
import { ChevronRight } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { Link } from 'react-router';
import { wayUp } from '../screens.ts';

interface Above {
  label: string;
  to: string;
}

/** The pages above this one, from My Projects down; the header's Back leads to the last of them. */
export function Breadcrumb({ above }: { above: readonly Above[] }) {
  const all = [{ label: shellMessages.myProjects, to: paths.projects }, ...above];
  const next = all.at(-1)!.to;
  useLayoutEffect(() => {
    wayUp.write(next);
    return () => wayUp.write(null);
  }, [next]);
  return (
    <nav aria-label={partMessages.breadcrumb} className="-mt-3 mb-1">
      {/* One line, whose names are cut before it wraps: on a phone it stands above everything. */}
      <ol className="flex items-center text-sm text-cocoa-2">
        {all.map(({ label, to }, at) => (
          <li key={to} className="flex min-w-0 items-center">
            {at > 0 && <ChevronRight aria-hidden="true" className="mx-1 size-4 shrink-0 text-cocoa-3" />}
            <Link
              to={to}
              className="inline-flex min-h-11 min-w-11 items-center hover:text-green hover:underline"
            >
              <span className="truncate">{label}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
