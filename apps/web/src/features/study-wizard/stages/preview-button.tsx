import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import type { StudyPublish } from '@app/contracts/project/studies.ts';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { usePart } from '../../../ui/use-part.ts';
import { PartState } from '../part-state.tsx';

const load = async () => (await import('./study-preview.tsx')).StudyPreview;

/** Opens the study as participants will see it; what draws it is fetched then. */
export function PreviewButton({ projectId, plan }: { projectId: string; plan: Partial<StudyPublish> }) {
  const [isOpen, setIsOpen] = useState(false);
  const { part: StudyPreview, isFailed, retry } = usePart(load, isOpen);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Eye aria-hidden="true" className="size-5" />
          {words.preview}
        </Button>
        <p className="text-sm text-cocoa-3">{words.previewHint}</p>
      </div>
      <Modal isOpen={isOpen} onClose={() => setIsOpen(false)} title={words.previewTitle}>
        {StudyPreview ? (
          <StudyPreview projectId={projectId} plan={plan} />
        ) : (
          <PartState isFailed={isFailed} onRetry={retry} />
        )}
      </Modal>
    </>
  );
}
