import { browseMessages as words } from '@app/words/browse.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { useSearchChange } from '../../ui/use-search-change.ts';
import { deviceChoices, type Filters, lengthChoices, searchWith } from './filters.ts';

const FIRST = 'device-filter';

/** For whoever takes all filters away with a press that goes with them. */
export const focusOnFilters = () => document.getElementById(FIRST)?.focus();

/** What narrows the list; all of it stands in the address. */
export function FilterBar({ filters }: { filters: Filters }) {
  const [, change] = useSearchChange();
  const choose = (name: keyof Filters) => (value: string) =>
    change((search) => searchWith(search, name, value));
  return (
    <search className="mb-4 grid max-w-stage grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2 sm:gap-4">
      <FilterSelect
        id={FIRST}
        label={words.device}
        any={words.anyDevice}
        options={deviceChoices}
        value={filters.device ?? ''}
        onChange={choose('device')}
      />
      <FilterSelect
        label={words.length}
        any={words.anyLength}
        options={lengthChoices}
        value={filters.maxDurationInMinutes ?? ''}
        onChange={choose('maxDurationInMinutes')}
      />
    </search>
  );
}
