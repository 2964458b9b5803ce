import { type FormEvent, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { $ZodType, output } from 'zod/v4/core';
import { newIdempotencyKey } from '../api/call.ts';
import { dismissFailures } from '../api/toast-failure.ts';
import { clearDrafts, readDraft, writeDraft } from './drafts.ts';
import { createSubmitKeys, type SubmitMemory } from './submit-key.ts';
import { applyServerErrors } from './server-errors.ts';
import type { DraftForm } from './use-draft-form.ts';

export interface Submit {
  /** For `<form onSubmit={submit}>`. */
  submit: (event?: FormEvent) => void;
  isPending: boolean;
}

function memoryOf(sentKey: string | undefined): SubmitMemory | undefined {
  if (sentKey === undefined) return undefined;
  return {
    read: () => readDraft(sentKey),
    write: (open) => (open === null ? clearDrafts([sentKey]) : writeDraft(sentKey, open)),
  };
}

/**
 * Validates everything, sends one submit at a time with an Idempotency-Key, and shows errors; clears the draft on success.
 * `onFailed` returns true where it has dealt with the error itself.
 */
export function useSubmit<S extends $ZodType<FieldValues, FieldValues>>(
  draft: DraftForm<S>,
  send: (values: output<S>, idempotencyKey: string) => Promise<void>,
  onFailed?: (error: unknown) => boolean,
): Submit {
  const [isPending, setIsPending] = useState(false);
  const isSending = useRef(false);
  const [keys] = useState(() => createSubmitKeys(newIdempotencyKey, memoryOf(draft.sentKey)));

  async function run(values: output<S>): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setIsPending(true);
    dismissFailures();
    try {
      await send(values, keys.keyFor(values));
      keys.ended();
      draft.clearDraft();
    } catch (error) {
      keys.ended(error);
      if (!onFailed?.(error)) applyServerErrors(draft, error);
    } finally {
      isSending.current = false;
      setIsPending(false);
    }
  }

  return {
    submit: (event) => {
      void draft.form.handleSubmit(run)(event);
    },
    isPending,
  };
}
