import { applicantWords as words } from '@app/words/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths, sharedStudyPath } from '@app/contracts/web-paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { recruitmentStatus } from '../study-head.tsx';

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
  // On an insecure origin, browsers have no clipboard.
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
