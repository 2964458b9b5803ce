import { projectMessages as words } from '@app/words/projects.ts';
import { PROJECT_SEARCH_MAX_LENGTH } from '@app/contracts/project/projects.ts';
import { useSearchParams } from 'react-router';
import { SearchField } from '../../../ui/search-field.tsx';

const PARAMETER = 'name';
const FIELD = 'project-search';

/** The name that is searched for, as it stands in the address; empty where none is. */
export function useSearchedName(): string {
  const [search] = useSearchParams();
  return [...(search.get(PARAMETER) ?? '')].slice(0, PROJECT_SEARCH_MAX_LENGTH).join('').trim();
}

/** For whoever takes the search away with a press that goes with it. */
export const focusOnSearch = () => document.getElementById(FIELD)?.focus();

/** Each search begins on the first page. */
export function ProjectSearch() {
  const [, setSearch] = useSearchParams();
  return (
    <search className="mb-6 block sm:max-w-form">
      <SearchField
        id={FIELD}
        label={words.searchLabel}
        hint={words.searchHint}
        longest={PROJECT_SEARCH_MAX_LENGTH}
        parameter={PARAMETER}
        onSearch={(name) => setSearch(name === '' ? {} : { [PARAMETER]: name }, { replace: true })}
      />
    </search>
  );
}
