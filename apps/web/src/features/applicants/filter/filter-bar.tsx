import { applicantWords as words } from '@app/words/applicants.ts';
import { sayGroup } from '@app/words/groups.ts';
import { quotaWords } from '@app/words/quotas.ts';
import { choiceWords } from '@app/words/choices.ts';
import { applicantMeetingWords as meetings } from '@app/words/meetings.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import { APPLICANT_ORDERS, SCREENINGS } from '@app/contracts/project/application-choices.ts';
import { MEETING_STAGES } from '@app/contracts/project/meeting-choices.ts';
import type { Cell } from '@app/contracts/project/cells.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { ChevronDown, Star, Search } from 'lucide-react';
import { type ReactNode, useCallback, useState, useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { controlClass } from '../../../ui/control-class.ts';
import { cx } from '../../../ui/cx.ts';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { useSearchChange } from '../../../ui/use-search-change.ts';
import { answersTo } from './disqualifying.ts';
import { StatusChips, counted } from './status-chips.tsx';
import { type View, genders, searchWith, viewOf } from './view.ts';

interface FilterBarProps {
  counts: ApplicantCounts | undefined;
  screeners: readonly ScreenerQuestion[];
  cells: readonly Cell[];
}

type Change = Parameters<typeof searchWith>[1];

const MORE_ID = 'more-filters';

const DEBOUNCE_MS = 300;
const LONGEST = 100;

/** The search follows what is typed; the field follows the address where Back has changed that. */
function NameSearch({ name, onSearch }: { name: string; onSearch: (name: string) => void }) {
  const [typed, setTyped] = useState({ text: name, seen: name, sent: name });
  const { text, seen, sent } = typed;
  // The address comes later than the typing: only what was not sent from here overrides it.
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

/** Whatever narrows the list, in one line, and behind its last button what is rarely wanted; all of it stands in the address. */
export function FilterBar({ counts, screeners, cells }: FilterBarProps) {
  const [search, change] = useSearchChange({ replace: true });
  const view = viewOf(search);
  const { filter } = view;
  const go = useCallback((given: Change) => change((before) => searchWith(before, given)), [change]);
  const searchName = useCallback((name: string) => go({ name }), [go]);
  const [hasMore, setHasMore] = useState(
    view.question !== undefined ||
      filter.gender !== undefined ||
      filter.meeting !== undefined ||
      filter.cell !== undefined ||
      filter.favourites !== undefined,
  );
  const screening = (isLabelHidden: boolean) => (
    <FilterSelect
      label={words.screeningFilter}
      isLabelHidden={isLabelHidden}
      any={words.anyScreening}
      options={SCREENINGS.map((one) => [one, counted(choiceWords.screening[one], counts?.byScreening[one])])}
      value={filter.screening ?? ''}
      onChange={(chosen) => go({ screening: chosen })}
    />
  );
  return (
    <search className="mb-2 block">
      <div className="flex flex-wrap items-center gap-2">
        <NameSearch name={filter.name ?? ''} onSearch={searchName} />
        <StatusChips counts={counts} status={filter.status} onChange={(status) => go({ status })} />
        <div className="grow basis-36 max-sm:hidden">{screening(true)}</div>
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
          <MoreFilters {...{ view, screeners, cells, go }}>
            <div className="sm:hidden">{screening(false)}</div>
          </MoreFilters>
        )}
      </div>
    </search>
  );
}

interface MoreProps extends Pick<FilterBarProps, 'screeners' | 'cells'> {
  view: View;
  go: (change: Change) => void;
  children: ReactNode;
}

function MoreFilters({ view, screeners, cells, go, children }: MoreProps) {
  const { filter, sort, question } = view;
  const answers = answersTo(question, screeners);
  const at = filter.answer === undefined ? '' : String(answers.indexOf(filter.answer));
  return (
    <div className="mt-2 grid items-end gap-3 rounded-card border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-5">
      {children}
      <FilterSelect
        label={words.sort}
        options={APPLICANT_ORDERS.map((order) => [order, words.orders[order]])}
        value={sort}
        onChange={(order) => go({ sort: order === 'NEWEST' ? undefined : order })}
      />
      <FilterSelect
        label={words.gender}
        any={words.anyGender}
        options={genders.map((gender) => [gender, choiceWords.gender[gender]])}
        value={filter.gender ?? ''}
        onChange={(gender) => go({ gender })}
      />
      {cells.length > 0 && (
        <FilterSelect
          label={quotaWords.filter}
          any={quotaWords.anyGroup}
          options={cells.map((cell, place) => [String(place), sayGroup(cell)])}
          value={filter.cell ?? ''}
          onChange={(cell) => go({ cell })}
        />
      )}
      <FilterSelect
        label={meetings.filter}
        any={meetings.any}
        options={MEETING_STAGES.map((one) => [one, meetings.standing[one]])}
        value={filter.meeting ?? ''}
        onChange={(meeting) => go({ meeting })}
      />
      <FilterSelect
        label={words.question}
        any={words.anyQuestion}
        options={screeners.map(({ question: text }, index) => [
          String(index + 1),
          words.questionNumbered(index + 1, text || words.blankQuestion),
        ])}
        value={question ?? ''}
        onChange={(chosen) => go({ question: chosen })}
      />
      <FilterSelect
        label={words.answer}
        any={words.anyAnswer}
        disabled={question === undefined}
        options={answers.map((text, index) => [String(index), text || words.blankAnswer])}
        value={at}
        onChange={(chosen) => go({ answer: chosen === '' ? undefined : answers[Number(chosen)] })}
      />
      <label className="flex min-h-12 items-center gap-2 text-sm font-semibold">
        <input
          type="checkbox"
          checked={filter.favourites !== undefined}
          onChange={(event) => go({ favourites: event.target.checked ? 'true' : undefined })}
          className="size-5 accent-green"
        />
        <Star aria-hidden="true" className="size-4" />
        {words.favourites}
      </label>
    </div>
  );
}
