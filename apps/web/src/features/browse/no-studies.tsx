import { browseMessages as words } from '@app/words/browse.ts';
import { useSearchParams } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { focusOnFilters } from './filter-bar.tsx';

export type Reason = keyof typeof words.nothing;

function Act({ reason }: { reason: Reason }) {
  const [search] = useSearchParams();
  // The banner above leads to the set-up.
  if (reason === 'NONE_OPEN') return null;
  if (reason === 'NO_SUCH_PAGE') {
    const first = new URLSearchParams(search);
    first.delete('page');
    return <LinkButton to={{ search: first.toString() }}>{words.firstPage}</LinkButton>;
  }
  if (reason === 'NONE_MATCHES' || reason === 'NONE_OPEN_MATCHES') {
    return (
      <LinkButton to={{ search: '' }} onClick={focusOnFilters}>
        {words.clearFilters}
      </LinkButton>
    );
  }
  if (reason === 'NOT_MATCHED') {
    return <LinkButton to={`${paths.accounts}#agreements`}>{words.toMatching}</LinkButton>;
  }
  return (
    <LinkButton to={paths.accounts} variant="secondary">
      {words.profile}
    </LinkButton>
  );
}

/** Why there is nothing, and what to do about it. */
export function NoStudies({ reason }: { reason: Reason }) {
  const [title, text] = words.nothing[reason];
  return <EmptyState title={title} text={text} action={<Act reason={reason} />} />;
}
