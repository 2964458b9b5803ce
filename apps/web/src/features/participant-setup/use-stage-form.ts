import type { FormEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { $ZodType } from 'zod/v4/core';
import { writeDraft } from '../../forms/drafts.ts';
import { type DraftForm, type DraftFormOptions, useDraftForm } from '../../forms/use-draft-form.ts';

/** The form of a stage that is not the last: complete, it is kept and the next one opens. */
export function useStageForm<S extends $ZodType<FieldValues, FieldValues>>(
  schema: S,
  options: DraftFormOptions<S> & { draftKey: string },
  onComplete: () => void,
): DraftForm<S> & { goOn: (event: FormEvent) => void } {
  const draft = useDraftForm(schema, options);
  const validated = draft.form.handleSubmit(() => {
    // At once: the next stage looks whether this one is complete before the draft has settled.
    writeDraft(options.draftKey, draft.form.getValues());
    onComplete();
  });
  return { ...draft, goOn: (event) => void validated(event) };
}
