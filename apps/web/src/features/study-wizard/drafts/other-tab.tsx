import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';

/** In place of the wizard while another tab writes: what was typed there is read when this one goes on. */
export function OtherTab({ project, onContinue }: { project: string; onContinue: () => void }) {
  return (
    <Card role="alert" className="mx-auto max-w-stage">
      <h1>{words.otherTabHeading}</h1>
      <p className="mt-2 max-w-text text-cocoa-2">{words.otherTabText}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onContinue}>{words.otherTabContinue}</Button>
        <LinkButton variant="secondary" to={project}>
          {words.otherTabLeave}
        </LinkButton>
      </div>
    </Card>
  );
}
