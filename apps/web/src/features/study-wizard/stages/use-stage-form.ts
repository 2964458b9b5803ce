import type { FieldValues } from 'react-hook-form';
import { safeParse, type $ZodType } from 'zod/v4/core';
import { writeDraft } from '../../../forms/drafts.ts';
import { type DraftForm, type DraftFormOptions, useDraftForm } from '../../../forms/use-draft-form.ts';

/** The form of one of the first stages. `keepThen` validates it, writes it where its draft lies, and goes on. */
export function useStageForm<S extends $ZodType<FieldValues, FieldValues>>(
  schema: S,
  options: DraftFormOptions<S> & { draftKey: string },
): DraftForm<S> & { keepThen: (goOn: () => void) => void } {
  const draft = useDraftForm(schema, options);
  return {
    ...draft,
    keepThen(goOn) {
      const { success, data } = safeParse(schema, draft.form.getValues());
      // The form's own submit would redraw a stage that is being left.
      if (!success) return void draft.form.handleSubmit(() => {})();
      writeDraft(options.draftKey, data);
      return goOn();
    },
  };
}
