import { failureMessages } from '@app/words/failures.ts';
import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type Reach, useReach } from './use-reach.ts';

/** That it counts is seen, and not said each time. */
function wordsOf({ state, count }: Reach): ReactNode {
  if (state === 'INCOMPLETE') return words.reachIncomplete;
  if (state === 'FAILED') return words.reachFailed;
  if (state === 'COUNTING' || count === undefined)
    return <span aria-hidden="true">{words.reachCounting}</span>;
  return count === 0 ? words.reachNone : words.reachCount(count);
}

/** Our own count beside the owner's fixed notice (D-02). It informs and never holds anybody up. */
export function LiveReach({ demographics }: { demographics: unknown }) {
  const reach = useReach(demographics);
  return (
    <section aria-label={words.reachTitle} className="rounded-card border border-line p-4 text-sm">
      <h2 className="text-base">{words.reachTitle}</h2>
      <p role="status" className="figures mt-1 font-semibold">
        {wordsOf(reach)}
      </p>
      {reach.state === 'FAILED' && (
        <Button variant="quiet" size="small" className="-ml-4" onClick={reach.retry}>
          {failureMessages.tryAgain}
        </Button>
      )}
      <p className="mt-1 text-cocoa-3">{words.reachAbout}</p>
    </section>
  );
}

/** Where more people are wanted than fit now. */
export function FewerFit({ demographics, wanted }: { demographics: unknown; wanted: number | undefined }) {
  const { state, count } = useReach(demographics);
  const isFewer = state === 'COUNTED' && count !== undefined && wanted !== undefined && count < wanted;
  return (
    <p role="status" className="figures text-sm text-gold-ink">
      {isFewer && (count === 0 ? words.reachNone : words.reachFewer(count))}
    </p>
  );
}
