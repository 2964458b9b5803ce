import { choiceWords } from '@app/words/choices.ts';
import { projectMessages as words } from '@app/words/projects.ts';
import { studyControlMessages as controls } from '@app/words/study-controls.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { studyTones } from '../../../product/status-tones.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';

interface BegunStudyRowProps {
  projectId: string;
  name: string;
  onDiscard: (isByKeyboard: boolean) => void;
}

/** A study that was begun on this device and lies nowhere else. */
export function BegunStudyRow({ projectId, name, onDiscard }: BegunStudyRowProps) {
  const title = name === '' ? words.begunUnnamed : name;
  return (
    <section
      aria-label={words.begunLabel}
      className="mb-4 rounded-card border border-dashed border-line-strong bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 flex-1 basis-40 wrap-anywhere">{title}</h3>
        <Badge tone={studyTones.DRAFT}>{choiceWords.studyState.DRAFT}</Badge>
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-cocoa-2">{words.begunText}</p>
        <div className="flex flex-wrap gap-x-1 gap-y-2">
          <Button
            variant="plain"
            size="small"
            aria-label={words.discardBegun(title)}
            onClick={({ detail }) => onDiscard(detail === 0)}
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
            {words.discard}
          </Button>
          <LinkButton
            variant="secondary"
            size="small"
            to={paths.createStudy(projectId)}
            aria-label={controls.continueNamed(title)}
          >
            <Pencil aria-hidden="true" className="size-4.5" />
            {controls.continue}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
