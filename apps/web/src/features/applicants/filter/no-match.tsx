import { applicantWords as words } from '@app/words/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { paths, sharedStudyPath } from '@app/contracts/web-paths.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { recruitmentStatus } from '../study-head.tsx';

export const FILTERS_ID = 'applicant-filters';
const focusOnFilters = () => document.querySelector<HTMLElement>(`#${FILTERS_ID} input`)?.focus();

const texts = {
  DRAFT: { title: words.emptyDraftTitle, text: words.emptyDraftText },
  OPEN: { title: words.emptyTitle, text: words.emptyText },
  ended: { title: words.emptyEndedTitle, text: words.emptyEndedText },
};

export function NobodyApplied({ study }: { study: Study }) {
  const status = recruitmentStatus(study);
  async function copyLink() {
    await navigator.clipboard.writeText(new URL(sharedStudyPath(study.id), location.href).href);
    toast.success(words.linkCopied);
  }
  // Browsers offer the clipboard only on secure origins, so other origins have no copy button.
  const canCopy = status === 'OPEN' && 'clipboard' in navigator;
  return (
    <EmptyState
      {...(status === 'DRAFT' || status === 'OPEN' ? texts[status] : texts.ended)}
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
