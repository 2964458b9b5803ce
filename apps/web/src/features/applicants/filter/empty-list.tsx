import { applicantWords as words } from '@app/words/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths, sharedStudyPath } from '@app/contracts/web-paths.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { standingOf } from '../study-head.tsx';
import { focusOnFilters } from './status-chips.tsx';

const texts = {
  DRAFT: { title: words.emptyDraftTitle, text: words.emptyDraftText },
  OPEN: { title: words.emptyTitle, text: words.emptyText },
  over: { title: words.emptyOverTitle, text: words.emptyOverText },
};

/** Nobody has applied: what that means as the study stands, and what to do about it (AP7). */
export function NobodyApplied({ study }: { study: Study }) {
  const standing = standingOf(study);
  async function copyLink() {
    await navigator.clipboard.writeText(new URL(sharedStudyPath(study.id), location.href).href);
    toast.success(words.linkCopied);
  }
  // Browsers give the clipboard on secure origins only.
  const canCopy = standing === 'OPEN' && 'clipboard' in navigator;
  return (
    <EmptyState
      {...(standing === 'DRAFT' || standing === 'OPEN' ? texts[standing] : texts.over)}
      action={
        <div className="flex flex-wrap gap-3">
          {canCopy && <Button onClick={() => void copyLink()}>{words.copyLink}</Button>}
          <LinkButton variant="secondary" to={paths.project(study.projectId)}>
            {words.toProject}
          </LinkButton>
        </div>
      }
    />
  );
}

/** Beside how many match. */
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

/** Others have applied, and the filters leave none of them; or more than can be searched by name. */
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
