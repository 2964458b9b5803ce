import { applicantWords as words } from '@app/words/applicants.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';

export const FILTERS_ID = 'applicant-filters';
const focusOnFilters = () => document.querySelector<HTMLElement>(`#${FILTERS_ID} input`)?.focus();

export function ClearFilters({ search }: { search: string }) {
  return (
    <LinkButton variant="quiet" size="small" to={{ search }} preventScrollReset onClick={focusOnFilters}>
      {words.clearFilters}
    </LinkButton>
  );
}

interface NoMatchProps {
  title: string;
  text: string;
  label: string;
  search: string;
}

export function NoMatch({ title, text, label, search }: NoMatchProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <LinkButton variant="secondary" to={{ search }} replace preventScrollReset onClick={focusOnFilters}>
          {label}
        </LinkButton>
      }
    />
  );
}
