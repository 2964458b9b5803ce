import { partWords } from '@app/words/parts.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { shellWords } from '@app/words/shell.ts';
import { ChevronRight } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { Link } from 'react-router';
import { wayUp } from '../screens.ts';
import { cx } from '../ui/cx.ts';

interface Above {
  label: string;
  to: string;
}

/** `above` has the pages above this one. The Back button of the header opens the last of them. */
export function Breadcrumb({ above }: { above: readonly Above[] }) {
  const all = [{ label: shellWords.myProjects, to: paths.projects }, ...above];
  const next = all.at(-1)!.to;
  useLayoutEffect(() => {
    wayUp.write(next);
    return () => wayUp.write(null);
  }, [next]);
  return (
    <nav aria-label={partWords.breadcrumb} className="-mt-3 mb-1">
      {/* On phones, earlier names are cut, so that the last one fits. */}
      <ol className="flex flex-wrap items-center text-sm text-cocoa-2">
        {all.map(({ label, to }, at) => {
          const isLast = at === all.length - 1;
          return (
            <li
              key={to}
              // If the text is large, the last name moves to the next line.
              className={cx('flex min-w-0 items-center', isLast ? 'grow basis-36' : 'max-w-1/4 sm:max-w-1/2')}
            >
              {at > 0 && (
                <ChevronRight aria-hidden="true" className="mx-[4px] size-[16px] shrink-0 text-cocoa-3" />
              )}
              <Link
                to={to}
                className="inline-flex min-h-11 min-w-[44px] items-center py-2 hover:text-green hover:underline"
              >
                <span className={isLast ? 'wrap-anywhere' : 'truncate'}>{label}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
