import { FILTERS_ID } from './no-match.tsx';
import { applicantWords as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import { SCREENINGS, APPLICATION_STATUSES } from '@app/contracts/project/application-choices.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { ChevronDown, Search } from 'lucide-react';
import { useCallback, useState, useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { controlClass } from '../../../ui/control-class.ts';
import { cx } from '../../../ui/cx.ts';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { lazyPart, Loading, Skeleton } from '../../../ui/states.tsx';
import { useSearchChange } from '../../../ui/use-search-change.ts';
import { type ApplicantsView, hasApplicantFilter, changeApplicantSearch, parseView } from './view.ts';
import type { Change } from './more-filters.tsx';

const MoreFilters = lazyPart(
  async () => (await import('./more-filters.tsx')).MoreFilters,
  <Loading>
    <Skeleton className="mt-2 h-28" />
  </Loading>,
);

const counted = (label: string, count: number | undefined) =>
  count === undefined ? label : words.counted(label, count);

type ChosenStatus = ApplicantsView['filter']['status'] | 'SUBMITTED';

interface StatusChipsProps {
  counts: ApplicantCounts | undefined;
  isOnline: boolean;
  status: ChosenStatus;
  onChange: (status: ChosenStatus) => void;
}

function StatusChips({ counts, isOnline, status, onChange }: StatusChipsProps) {
  const submitted = ['SUBMITTED', words.submitted, counts && (counts.bySubmission?.SUBMITTED ?? 0)] as const;
  const chips = [
    [undefined, words.all, counts?.all],
    ...(isOnline ? [submitted] : []),
    ...APPLICATION_STATUSES.map(
      (one) => [one, choiceWords.applicationStatus[one], counts?.byStatus[one]] as const,
    ),
  ] as const;
  return (
    <fieldset id={FILTERS_ID} role="radiogroup" className="min-w-0 max-sm:w-full">
      <legend className="sr-only">{words.statusFilter}</legend>
      {/* A box that scrolls would cut off the focus ring. This padding prevents that. */}
      <div className="-m-1.5 flex gap-1.5 overflow-x-auto p-1.5 max-sm:-mx-4 max-sm:px-4">
        {chips.map(([one, label, count]) => (
          <label
            key={label}
            className="figures relative inline-flex min-h-11 shrink-0 items-center rounded-control border border-line-strong bg-surface px-2.5 text-sm font-semibold transition-colors not-has-checked:hover:border-cocoa not-has-checked:hover:bg-sunken has-checked:border-green has-checked:bg-green-tint has-checked:text-green has-focus-visible:marked forced-colors:has-checked:outline-2"
          >
            <input
              type="radio"
              name="status"
              checked={status === one}
              onChange={() => onChange(one)}
              className="sr-only"
            />
            {counted(label, count)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface FilterBarProps {
  counts: ApplicantCounts | undefined;
  study: Study;
}

const MORE_ID = 'more-filters';

const DEBOUNCE_MS = 300;
const LONGEST = 100;

function NameSearch({ name, onSearch }: { name: string; onSearch: (name: string) => void }) {
  const [typed, setTyped] = useState({ text: name, seen: name, sent: name });
  const { text, seen, sent } = typed;
  // The address changes later than the typed text, so only a value that was not typed replaces the text.
  if (name !== seen)
    setTyped(name === sent ? { ...typed, seen: name } : { text: name, seen: name, sent: name });

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent) return undefined;
    const timer = setTimeout(() => {
      setTyped((before) => ({ ...before, sent: wanted }));
      onSearch(wanted);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, sent, onSearch]);
  return (
    <label className="relative block grow basis-44 max-sm:order-first">
      <span className="sr-only">{words.search}</span>
      <Search aria-hidden="true" className="absolute inset-y-0 left-3 my-auto size-5 text-cocoa-2" />
      <input
        type="search"
        placeholder={words.search}
        autoComplete="off"
        maxLength={LONGEST}
        value={text}
        onChange={(event) => setTyped({ ...typed, text: event.target.value })}
        className={cx(controlClass, 'pr-2 pl-10')}
        style={{ minHeight: '2.75rem', paddingBlock: '0.5rem' }}
      />
    </label>
  );
}

const hasMoreFilter = ({ filter, question }: ApplicantsView): boolean =>
  question !== undefined ||
  filter.gender !== undefined ||
  filter.meeting !== undefined ||
  (filter.submission !== undefined && filter.submission !== 'SUBMITTED') ||
  filter.quota !== undefined ||
  filter.asked !== undefined ||
  filter.favourites !== undefined;

export function FilterBar({ counts, study }: FilterBarProps) {
  const [search, change] = useSearchChange({ replace: true });
  const view = parseView(search);
  const { filter } = view;
  const go = useCallback(
    (given: Change) => change((before) => changeApplicantSearch(before, given)),
    [change],
  );
  const searchName = useCallback((name: string) => go({ name }), [go]);
  const [hasMore, setHasMore] = useState(hasMoreFilter(view));
  // These counts are about all applicants. With other filters, they would be wrong.
  const { status: _status, ...withoutStatus } = filter;
  const isSubmitted = filter.submission === 'SUBMITTED';
  const isFiltered = hasApplicantFilter(
    isSubmitted ? { ...withoutStatus, submission: undefined } : withoutStatus,
  );
  const { screening: _screening, ...withoutScreening } = filter;
  const screening = (isLabelHidden: boolean) => (
    <FilterSelect
      label={words.screeningFilter}
      isLabelHidden={isLabelHidden}
      any={words.anyScreening}
      options={SCREENINGS.map((one) => [
        one,
        counted(
          choiceWords.screening[one],
          hasApplicantFilter(withoutScreening) ? undefined : counts?.byScreening[one],
        ),
      ])}
      value={filter.screening ?? ''}
      onChange={(chosen) => go({ screening: chosen })}
    />
  );
  return (
    <search className="mb-2 block">
      <div className="flex flex-wrap items-center gap-2">
        <NameSearch name={filter.name ?? ''} onSearch={searchName} />
        <StatusChips
          counts={isFiltered ? undefined : counts}
          isOnline={study.survey !== undefined}
          status={isSubmitted ? 'SUBMITTED' : filter.status}
          onChange={(status) =>
            go(
              status === 'SUBMITTED'
                ? { status: undefined, submission: status }
                : { status, ...(isSubmitted && { submission: undefined }) },
            )
          }
        />
        {!study.survey && <div className="grow basis-36 max-sm:hidden">{screening(true)}</div>}
        <Button
          variant="secondary"
          size="small"
          aria-expanded={hasMore}
          aria-controls={MORE_ID}
          className="max-sm:order-first"
          onClick={() => setHasMore(!hasMore)}
        >
          {words.moreFilters}
          <ChevronDown
            aria-hidden="true"
            className={cx('size-4 transition-transform', hasMore && 'rotate-180')}
          />
        </Button>
      </div>
      <div id={MORE_ID} hidden={!hasMore}>
        {hasMore && (
          <MoreFilters {...{ view, study, go }}>
            {/* In an online study, the tabs leave no space for it even on a wide screen. */}
            <div className={cx(!study.survey && 'sm:hidden')}>{screening(false)}</div>
          </MoreFilters>
        )}
      </div>
    </search>
  );
}
