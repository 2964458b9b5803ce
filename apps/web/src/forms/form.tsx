import { type FormEvent, useRef, useState, type MouseEvent, useEffect, useSyncExternalStore } from 'react';
import {
  type FieldValues,
  type DefaultValues,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { type $ZodType, type output, type input, safeParse } from 'zod/v4/core';
import { newIdempotencyKey } from '../api/call.ts';
import { dismissFailures, toastFailure } from '../api/toast-failure.ts';
import { clearDrafts, readDraft, writeDraft, knownFields } from './drafts.ts';
import { createSubmitKeys, type SubmitMemory } from './submit-key.ts';
import { applyServerErrors } from './server-errors.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { schemaResolver } from './schema-resolver.ts';

const SETTLE_MS = 300;

const never = () => () => {};

type FormSchema = $ZodType<FieldValues, FieldValues>;

export interface DraftFormOptions<S extends FormSchema> {
  /** Must have every field, because a draft is restored field by field. */
  defaultValues: { [K in keyof input<S>]: input<S>[K] | undefined };
  /** Without a key, no draft is stored. A form with a password must not have one. */
  draftKey?: string;
  toKeep?: (values: Record<string, unknown>) => Record<string, unknown>;
  /**
   * The name under which the Idempotency-Key is stored, even over a reload. A repeat with another key would
   * create a second object.
   */
  sentKey?: string;
  /** Corrects a draft that was stored, for example by removing past days. */
  restore?: (stored: Partial<input<S>>) => Partial<input<S>>;
}

export interface DraftForm<S extends FormSchema> {
  form: UseFormReturn<input<S>, unknown, output<S>>;
  field: (
    name: Path<input<S>>,
    options?: RegisterOptions<input<S>>,
  ) => ReturnType<UseFormReturn<input<S>>['register']> & { error: string | undefined };
  /** For a field with a number. The typed text stays as it is. */
  numberField: DraftForm<S>['field'];
  /** Returns undefined until the field is edited or left, or the form is submitted. */
  errorOf: (name: Path<input<S>>) => string | undefined;
  isValid: boolean;
  hasField: (name: string) => boolean;
  sentKey: string | undefined;
  clearDraft: () => void;
}

/** Computed here, so that the form need not render twice. */
function useValidity<S extends FormSchema>(
  schema: S,
  form: UseFormReturn<input<S>, unknown, output<S>>,
): boolean {
  const [isValid, setIsValid] = useState(() => safeParse(schema, form.getValues()).success);
  // The built HTML has no draft. At hydration, the output must be the same.
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { isValid: true },
      callback: (state) => setIsValid(state.isValid ?? false),
    });
    // Text may have been typed into the fields before hydration, so they are validated now.
    form.control._setValid();
    return unsubscribe;
  }, [form]);
  return isLive && isValid;
}

function useKeptDraft<S extends FormSchema>(
  form: DraftForm<S>['form'],
  draftKey: string | undefined,
  toKeep: DraftFormOptions<S>['toKeep'],
) {
  // False after the draft is cleared. Otherwise a timer could write it again.
  const isKept = useRef(true);
  useEffect(() => {
    if (draftKey === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest: Record<string, unknown> = {};
    const keep = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      if (isKept.current) writeDraft(draftKey, toKeep ? toKeep(latest) : latest);
    };
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        latest = values;
        isKept.current = true;
        clearTimeout(timer);
        timer = setTimeout(keep, SETTLE_MS);
      },
    });
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      unsubscribe();
      keep();
    };
  }, [draftKey, form, toKeep]);
  return {
    /** No draft is written until the next change. */
    pauseKeeping() {
      isKept.current = false;
    },
  };
}

/** The form validates as S-704 says. */
export function useDraftForm<S extends FormSchema>(schema: S, options: DraftFormOptions<S>): DraftForm<S> {
  const { draftKey, restore, defaultValues } = options;
  const [toKeep] = useState(() => options.toKeep);
  const [initial] = useState(() => {
    if (draftKey === undefined) return defaultValues;
    const stored = knownFields(readDraft(draftKey), defaultValues) as Partial<input<S>>;
    return { ...defaultValues, ...(restore ? restore(stored) : stored) };
  });
  const form = useForm<input<S>, unknown, output<S>>({
    resolver: schemaResolver(schema),
    mode: 'all',
    defaultValues: initial as DefaultValues<input<S>>,
  });
  const { formState } = form;
  const isValid = useValidity(schema, form);
  const onScreen = useRef(new Set<string>());
  // A field that was emptied again is edited but not dirty.
  const edited = useRef(new Set<string>());
  const { pauseKeeping } = useKeptDraft(form, draftKey, toKeep);

  const errorOf: DraftForm<S>['errorOf'] = (name) => {
    onScreen.current.add(name);
    const state = form.getFieldState(name, formState);
    const isSeen = state.isTouched || state.isDirty || edited.current.has(name);
    if (!(isSeen || formState.isSubmitted || state.error?.type === 'server')) return undefined;
    return state.error?.message ?? state.error?.root?.message;
  };
  const field: DraftForm<S>['field'] = (name, rules) => {
    const control = form.register(name, rules);
    return {
      ...control,
      onChange: (event) => {
        for (const one of [name, rules?.deps ?? []].flat()) edited.current.add(one);
        return control.onChange(event);
      },
      // The schema does not know the server's errors. So such an error stays until the field is edited.
      onBlur: async (event) => {
        if (form.getFieldState(name).error?.type !== 'server') await control.onBlur(event);
      },
      error: errorOf(name),
    };
  };

  return {
    form,
    field,
    numberField: (name, rules) => field(name, { ...rules, setValueAs: typedNumber }),
    errorOf,
    isValid,
    hasField: (name) => onScreen.current.has(name),
    sentKey: options.sentKey,
    clearDraft() {
      pauseKeeping();
      if (draftKey !== undefined) clearDrafts([draftKey]);
    },
  };
}

/** Reads 1,000 as a thousand. For an empty text, returns undefined and not 0. */
export function typedNumber(typed: unknown): number | undefined {
  if (typeof typed === 'number') return typed;
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (text === '') return undefined;
  // Texts such as 1e3 and 0x1f are no numbers here.
  return /^-?[\d.,]+$/.test(text) ? Number(text.replaceAll(/,(?=\d{3}(?!\d))/g, '')) : Number.NaN;
}

interface SubmitButtonProps extends Omit<
  ButtonProps,
  'type' | 'disabled' | 'isBusy' | 'onClick' | 'onMouseDown'
> {
  isValid: boolean;
  isPending: boolean;
}

const isTouched = ({ nativeEvent }: MouseEvent) =>
  'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';

/**
 * If the form is invalid, the button is disabled (S-704). A double click on the button of the step before
 * must not submit. Quick taps must, although browsers count them as double clicks.
 */
export function SubmitButton({ isValid, isPending, ...rest }: SubmitButtonProps) {
  const hasStartedHere = useRef(false);
  return (
    <Button
      {...rest}
      type="submit"
      disabled={!isValid && !isPending}
      isBusy={isPending}
      onMouseDown={({ detail }) => {
        if (detail === 1) hasStartedHere.current = true;
      }}
      onClick={(event) => {
        if (event.detail > 1 && !hasStartedHere.current && !isTouched(event)) event.preventDefault();
      }}
    />
  );
}

export interface Submit {
  submit: (event?: FormEvent) => void;
  isPending: boolean;
}

function openSubmitMemory(sentKey: string | undefined): SubmitMemory | undefined {
  if (sentKey === undefined) return undefined;
  return {
    read: () => readDraft(sentKey),
    write: (open) => (open === null ? clearDrafts([sentKey]) : writeDraft(sentKey, open)),
  };
}

/**
 * If a response was lost, the next attempt has the same Idempotency-Key. Returns true if the values were
 * sent.
 */
export function useSending<Given>(
  send: (given: Given, idempotencyKey: string) => Promise<void>,
  onFailed: (error: unknown) => void = toastFailure,
  memory?: SubmitMemory,
) {
  const [isPending, setIsPending] = useState(false);
  const isSending = useRef(false);
  const [keys] = useState(() => createSubmitKeys(newIdempotencyKey, memory));

  async function run(given: Given): Promise<boolean> {
    if (isSending.current) return false;
    isSending.current = true;
    setIsPending(true);
    dismissFailures();
    try {
      await send(given, keys.keyFor(given));
      keys.ended();
      return true;
    } catch (error) {
      keys.ended(error);
      onFailed(error);
      return false;
    } finally {
      isSending.current = false;
      setIsPending(false);
    }
  }
  return { run, isPending };
}

/** If `onFailed` has handled the error, it returns true. */
export function useSubmit<S extends $ZodType<FieldValues, FieldValues>>(
  draft: DraftForm<S>,
  send: (values: output<S>, idempotencyKey: string) => Promise<void>,
  onFailed?: (error: unknown) => boolean,
): Submit {
  const { run, isPending } = useSending(
    send,
    (error) => {
      if (!onFailed?.(error)) applyServerErrors(draft, error);
    },
    openSubmitMemory(draft.sentKey),
  );
  return {
    submit: (event) => {
      void draft.form.handleSubmit(async (values) => {
        if (await run(values)) draft.clearDraft();
      })(event);
    },
    isPending,
  };
}
