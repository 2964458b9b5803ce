import { partWords } from '@app/words/parts.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { StickyBar } from '../../../ui/sticky-bar.tsx';
import type { FieldValues } from 'react-hook-form';
import { safeParse, type $ZodType } from 'zod/v4/core';
import { writeDraft } from '../../../forms/drafts.ts';
import { type DraftForm, type DraftFormOptions, useDraftForm } from '../../../forms/form.tsx';
import { ChevronDown } from 'lucide-react';
import { cx } from '../../../ui/cx.ts';

interface FoldProps {
  label: string;
  isOpenAtFirst: () => boolean;
  /** If there is an error inside, the section stays open. */
  hasError?: boolean;
  children: ReactNode;
}

export function Fold({ label, isOpenAtFirst, hasError = false, children }: FoldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (hasError && !isOpen) setIsOpen(true);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <div className="-mt-4">
      <Button
        variant="quiet"
        size="small"
        className="-ml-4"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
        <ChevronDown aria-hidden="true" className={cx('size-4.5', isOpen && 'rotate-180')} />
      </Button>
      <div id={id} hidden={!isOpen} className="mt-2">
        {wasOpen && children}
      </div>
    </div>
  );
}

export function useStageForm<S extends $ZodType<FieldValues, FieldValues>>(
  schema: S,
  options: DraftFormOptions<S> & { draftKey: string },
): DraftForm<S> & { saveDraftThen: (goOn: () => void) => void } {
  const draft = useDraftForm(schema, options);
  return {
    ...draft,
    saveDraftThen(goOn) {
      const { success, data } = safeParse(schema, draft.form.getValues());
      // With the form's own submit, the stage would render while the person leaves it.
      if (!success) return void draft.form.handleSubmit(() => {})();
      writeDraft(options.draftKey, data);
      return goOn();
    },
  };
}

export interface Keeper {
  isOffered: boolean;
  isPending: boolean;
  keep: () => void;
  note?: string;
}

interface StageFrameProps {
  heading: string;
  text: string;
  aside?: ReactNode;
  action: ReactNode;
  onSubmit: (event: FormEvent) => void;
  keeper: Keeper;
  onKeep: () => void;
  mayKeep: boolean;
  sum?: string | undefined;
  children: ReactNode;
}

export function StageFrame({
  heading,
  text,
  aside,
  action,
  onSubmit,
  keeper,
  onKeep,
  mayKeep,
  sum,
  children,
}: StageFrameProps) {
  return (
    // The page ends with the action bar, so the shell's margin at the bottom is removed.
    <form onSubmit={onSubmit} noValidate className="-mb-12">
      <div className="mb-4 gap-x-8 sm:flex sm:items-end sm:justify-between">
        <div>
          <h1>{heading}</h1>
          <p className="mt-2 max-w-text text-cocoa-2">{text}</p>
        </div>
        {aside && <div className="max-sm:mt-4">{aside}</div>}
      </div>
      <div className="min-w-0 lg:-mb-4">{children}</div>
      <StickyBar
        note={
          sum === undefined ? (
            keeper.note
          ) : (
            <>
              <strong className="figures block text-cocoa">{sum}</strong>
              {keeper.note ?? partWords.draftKept}
            </>
          )
        }
      >
        {keeper.isOffered && (
          <Button
            variant="secondary"
            disabled={!mayKeep && !keeper.isPending}
            isBusy={keeper.isPending}
            onClick={onKeep}
          >
            {words.saveDraft}
          </Button>
        )}
        {action}
      </StickyBar>
    </form>
  );
}
