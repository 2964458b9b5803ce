import { type FormEvent, useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { $ZodType } from 'zod/v4/core';
import type { CallFailed } from '../../api/failure.ts';
import { writeDraft } from '../../forms/drafts.ts';
import { errorOfPart } from '../../forms/profile/part-errors.ts';
import { applyServerErrors } from '../../forms/server-errors.ts';
import { type DraftForm, type DraftFormOptions, useDraftForm } from '../../forms/use-draft-form.ts';
import { type Stage, stageParts } from './stages.ts';

/** What each stage but the last is given. */
export interface StageProps {
  /** What the server refused of it. */
  refusal: CallFailed | null;
  /** Where to go once it is complete. */
  onComplete: () => void;
}

/** The form of a stage that is not the last: complete, it is kept and the next one opens. */
export function useStageForm<S extends $ZodType<FieldValues, FieldValues>>(
  stage: Stage,
  schema: S,
  defaultValues: DraftFormOptions<S>['defaultValues'],
  { refusal, onComplete }: StageProps,
): DraftForm<S> & { goOn: (event: FormEvent) => void } {
  const { key, part } = stageParts[stage];
  const draft = useDraftForm(schema, { draftKey: key, defaultValues });
  const validated = draft.form.handleSubmit(() => {
    // At once: the next stage looks whether this one is complete before the draft has settled.
    writeDraft(key, draft.form.getValues());
    onComplete();
  });
  const [showRefusal] = useState(() => () => {
    if (refusal !== null) applyServerErrors(draft, errorOfPart(refusal, part));
  });
  useEffect(showRefusal, [showRefusal]);
  return { ...draft, goOn: (event) => void validated(event) };
}
