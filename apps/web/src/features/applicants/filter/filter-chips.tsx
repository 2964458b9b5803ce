import { applicantMessages as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import { APPLICATION_STATUSES, SCREENINGS } from '@app/contracts/project/application-choices.ts';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { cx } from '../../../ui/cx.ts';
import { searchWith, viewOf } from './view.ts';

const ID = 'applicant-filters';

/** Moves the focus to the filters, for when the button that clears them disappears. */
export const focusOnFilters = () => document.querySelector<HTMLElement>(`#${ID} a`)?.focus();

function Chip({ search, isCurrent, children }: { search: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <li>
      <Link
        to={{ search }}
        preventScrollReset
        replace
        aria-current={isCurrent ? 'true' : undefined}
        className={cx(
          'figures inline-flex min-h-11 items-center gap-1.5 rounded-control border px-3 text-sm font-semibold transition-colors',
          isCurrent
            ? 'border-green bg-green-tint text-green forced-colors:outline-2'
            : 'border-line-strong bg-surface hover:border-cocoa hover:bg-sunken',
        )}
      >
        {children}
      </Link>
    </li>
  );
}

/** Status and screening, each with how many there are of it among all applicants; links, and yet no steps of the history. */
export function FilterChips({ counts }: { counts: ApplicantCounts | undefined }) {
  const [search] = useSearchParams();
  const { status, screening, favourites } = viewOf(search).filter;
  const label = (text: string, count: number | undefined) =>
    count === undefined ? text : words.counted(text, count);
  return (
    <div className="flex flex-col gap-2">
      <ul id={ID} aria-label={words.statusFilter} className="flex flex-wrap gap-2">
        <Chip search={searchWith(search, { status: undefined })} isCurrent={status === undefined}>
          {label(words.all, counts?.all)}
        </Chip>
        {APPLICATION_STATUSES.map((one) => (
          <Chip key={one} search={searchWith(search, { status: one })} isCurrent={status === one}>
            {label(choiceWords.applicationStatus[one], counts?.byStatus[one])}
          </Chip>
        ))}
      </ul>
      <ul aria-label={words.screeningFilter} className="flex flex-wrap gap-2">
        {SCREENINGS.map((one) => (
          <Chip
            key={one}
            search={searchWith(search, { screening: screening === one ? undefined : one })}
            isCurrent={screening === one}
          >
            {label(choiceWords.screening[one], counts?.byScreening[one])}
          </Chip>
        ))}
        <Chip
          search={searchWith(search, { favourites: favourites ? undefined : 'true' })}
          isCurrent={favourites !== undefined}
        >
          <Star aria-hidden="true" className="size-4" />
          {words.favourites}
        </Chip>
      </ul>
    </div>
  );
}
