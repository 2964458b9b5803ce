import { type FormEvent, useRef, useState, type MouseEvent, useEffect, useSyncExternalStore } from 'react';
import {
  type FieldValues,
  type DefaultValues,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
  type FieldErrors,
  type Resolver,
  get,
  set,
} from 'react-hook-form';
import { type $ZodType, type output, type input, safeParse } from 'zod/v4/core';
import { newIdempotencyKey } from '../api/call.ts';
import { dismissFailures, toastFailure } from '../api/toast-failure.ts';
import { clearDrafts, readDraft, writeDraft, knownFields } from './drafts.ts';
import { createSubmitKeys, type SubmitMemory } from './submit-key.ts';
import { applyServerErrors } from './server-errors.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { sayRule } from '@app/words/say-rule.ts';

const SETTLE_MS = 300;

const never = () => () => {};

type FormSchema = $ZodType<FieldValues, FieldValues>;

export interface DraftFormOptions<S extends FormSchema> {
  /** Every field of the form, so that a draft is restored field by field. */
  defaultValues: { [K in keyof input<S>]: input<S>[K] | undefined };
  /** Where the draft is kept; without it nothing is kept. Never for passwords. */
  draftKey?: string;
  /** Which values are stored, if the others are known elsewhere. */
  toKeep?: (values: Record<string, unknown>) => Record<string, unknown>;
  /** Where a submit's Idempotency-Key is stored until its answer comes, if a repeat would create a second thing. */
  sentKey?: string;
  /** Corrects what was stored, e.g. drops days that have passed. */
  restore?: (stored: Partial<input<S>>) => Partial<input<S>>;
}

export interface DraftForm<S extends FormSchema> {
  /** The whole of react-hook-form, for field arrays, watch and setValue. */
  form: UseFormReturn<input<S>, unknown, output<S>>;
  /** Props for a part of ui/: `<TextInput label="…" {...field('email')} />`. */
  field: (
    name: Path<input<S>>,
    options?: RegisterOptions<input<S>>,
  ) => ReturnType<UseFormReturn<input<S>>['register']> & { error: string | undefined };
  /** The same for a number that is typed as text, and stays as it was typed. */
  numberField: DraftForm<S>['field'];
  /** The words of a field's error, once the person has touched or edited it or tried to submit. */
  errorOf: (name: Path<input<S>>) => string | undefined;
  isValid: boolean;
  /** Fields on the screen: a server's error goes to one of them or nowhere. */
  hasField: (name: string) => boolean;
  sentKey: string | undefined;
  /** After success. */
  clearDraft: () => void;
}

/** Known as the form is first drawn: the form itself finds it out afterwards, and would be drawn a second time. */
function useValidity<S extends FormSchema>(
  schema: S,
  form: UseFormReturn<input<S>, unknown, output<S>>,
): boolean {
  const [isValid, setIsValid] = useState(() => safeParse(schema, form.getValues()).success);
  // HTML that was prerendered knows nothing of a draft, and comes alive as it is.
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
    // What was typed before hydration is in the fields, and is read now that they are registered.
    form.control._setValid();
    return unsubscribe;
  }, [form]);
  return isLive && isValid;
}

/** A form by a contract's schema: validated as it is edited and touched (S-704), its draft kept on the device. */
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
  // Dirty means "unlike the default"; a field that was emptied again has been edited all the same.
  const edited = useRef(new Set<string>());
  // Once a draft is cleared, a timer still under way must not bring it back.
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
    // The last words before a tab is closed are the ones that people miss.
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      unsubscribe();
      keep();
    };
  }, [draftKey, form, toKeep]);

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
      // What the server has refused stays said until it is edited; the schema knows nothing of it.
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
      isKept.current = false;
      if (draftKey !== undefined) clearDrafts([draftKey]);
    },
  };
}

/** What was typed as a number: nothing is absent, not 0; a comma before three digits is no point: 1,000. */
export function typedNumber(typed: unknown): number | undefined {
  if (typeof typed === 'number') return typed;
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (text === '') return undefined;
  // Else 1e3 and 0x1f would be numbers too.
  return /^-?[\d.,]+$/.test(text) ? Number(text.replaceAll(/,(?=\d{3}(?!\d))/g, '')) : Number.NaN;
}

/** Has a form validated by a schema: the first thing that is wrong with a field stands at it. */
export function schemaResolver<S extends $ZodType<FieldValues, FieldValues>>(
  schema: S,
): Resolver<input<S>, unknown, output<S>> {
  return async (values, _context, { names = [], fields }) => {
    const result = await schema['~standard'].validate(values);
    if (!result.issues) return { values: result.value, errors: {} };
    const errors: FieldErrors = {};
    for (const { path = [], message } of result.issues) {
      const name = path.map((part) => (typeof part === 'object' ? part.key : part)).join('.') || 'root';
      // What is wrong with a list as a whole must not stand in the way of what is wrong with its items.
      const isList = names.some((field) => field.startsWith(`${name}.`));
      const place = isList ? `${name}.root` : name;
      if (get(errors, place)) continue;
      const field = get(fields, name) as { ref?: unknown } | undefined;
      set(errors, place, { type: 'schema', message: sayRule(message), ref: field?.ref });
    }
    return { values: {}, errors: errors as FieldErrors<input<S>> };
  };
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
 * Disabled while the form is invalid, spinning while it is on its way (S-704). A double click that began on what stood here
 * before, e.g. the button of the step before, is not meant for this one; quick taps are counted as one too, and each is meant.
 */
export function SubmitButton({ isValid, isPending, ...rest }: SubmitButtonProps) {
  const hasBegunHere = useRef(false);
  return (
    <Button
      {...rest}
      type="submit"
      disabled={!isValid && !isPending}
      isBusy={isPending}
      onMouseDown={({ detail }) => {
        if (detail === 1) hasBegunHere.current = true;
      }}
      onClick={(event) => {
        if (event.detail > 1 && !hasBegunHere.current && !isTouched(event)) event.preventDefault();
      }}
    />
  );
}

export interface Submit {
  /** For `<form onSubmit={submit}>`. */
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
 * Sends one at a time with an Idempotency-Key, which the same again has too after a lost answer. Gives whether it was sent;
 * what went wrong is a toast, unless the caller shows it otherwise.
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

/**
 * Validates everything, sends it once, and shows errors; clears the draft on success. `onFailed` returns true where it has
 * dealt with the error itself.
 */
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
