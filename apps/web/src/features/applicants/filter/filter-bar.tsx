import { applicantMessages as words } from '@app/words/applicants.ts';
import { applicantMeetingWords as meetings } from '@app/words/meetings.ts';
import { choiceWords } from '@app/words/choices.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import { APPLICANT_ORDERS } from '@app/contracts/project/application-choices.ts';
import { MEETING_STANDINGS } from '@app/contracts/project/meeting-choices.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { ChevronDown } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { buttonClass } from '../../../ui/button-look.ts';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { answersTo } from './disqualifying.ts';
import { FilterChips, focusOnFilters } from './filter-chips.tsx';
import { NameSearch } from './name-search.tsx';
import { genders, isFiltered, searchWith, searchWithout, viewOf } from './view.ts';

interface FilterBarProps {
  counts: ApplicantCounts | undefined;
  screeners: readonly ScreenerQuestion[];
}

type Change = Parameters<typeof searchWith>[1];

/** Whatever narrows the list; all of it stands in the address. */
export function FilterBar({ counts, screeners }: FilterBarProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { filter, sort, question } = viewOf(search);
  const go = useCallback(
    (change: Change) =>
      void navigate({ search: searchWith(search, change) }, { preventScrollReset: true, replace: true }),
    [navigate, search],
  );
  const searchName = useCallback((name: string) => go({ name }), [go]);
  const answers = answersTo(question, screeners);
  const at = filter.answer === undefined ? '' : String(answers.indexOf(filter.answer));
  const [hasMore] = useState(
    question !== undefined || filter.gender !== undefined || filter.meeting !== undefined,
  );

  return (
    <search className="mb-4 flex flex-col gap-4">
      <FilterChips counts={counts} />
      <div className="grid gap-4 sm:grid-cols-2">
        <NameSearch name={filter.name ?? ''} onSearch={searchName} />
        <FilterSelect
          label={words.sort}
          options={APPLICANT_ORDERS.map((order) => [order, words.orders[order]])}
          value={sort}
          onChange={(order) => go({ sort: order === 'NEWEST' ? undefined : order })}
        />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <details open={hasMore} className="group min-w-0 grow basis-80">
          <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-control font-semibold hover:text-green [&::-webkit-details-marker]:hidden">
            {words.moreFilters}
            <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
          </summary>
          <div className="grid gap-4 pt-2 sm:grid-cols-2">
            <FilterSelect
              label={words.gender}
              any={words.anyGender}
              options={genders.map((gender) => [gender, choiceWords.gender[gender]])}
              value={filter.gender ?? ''}
              onChange={(gender) => go({ gender })}
            />
            <FilterSelect
              label={meetings.filter}
              any={meetings.any}
              options={MEETING_STANDINGS.map((one) => [one, meetings.standing[one]])}
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
          </div>
        </details>
        {isFiltered(filter) && (
          <Link
            to={{ search: searchWithout(search) }}
            preventScrollReset
            onClick={focusOnFilters}
            className={buttonClass({ variant: 'quiet', size: 'small' })}
          >
            {words.clearFilters}
          </Link>
        )}
      </div>
    </search>
  );
}
