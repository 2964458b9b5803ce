import { partWords } from '@app/words/parts.ts';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface FieldText {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  isOptional?: boolean | undefined;
}

interface FieldControl {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export function useField({ hint, error }: Pick<FieldText, 'hint' | 'error'>, alsoDescribedBy?: string) {
  const id = useId();
  const hintId = `${id}hint`;
  const errorId = `${id}error`;
  const describedBy = cx(error && errorId, Boolean(hint) && hintId, alsoDescribedBy);
  const control: FieldControl = {
    id,
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
  };
  return { control, hintId, errorId };
}

export function LabelText({ label, isOptional }: Pick<FieldText, 'label' | 'isOptional'>) {
  return (
    <>
      {label}
      {isOptional && <span className="font-normal text-cocoa-3"> ({partWords.optional})</span>}
    </>
  );
}

/** Always rendered: screen readers announce a live region only if it existed before its text. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div id={id} aria-live="polite" className="text-sm text-laterite">
      {error && (
        <p className="mt-1.5 flex items-start gap-1.5 whitespace-pre-wrap">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{error}</span>
        </p>
      )}
    </div>
  );
}

interface FieldProps extends FieldText {
  aside?: ReactNode;
  alsoDescribedBy?: string | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

export function Field({
  label,
  hint,
  error,
  isOptional,
  aside,
  alsoDescribedBy,
  className,
  children,
}: FieldProps) {
  const { control, hintId, errorId } = useField({ hint, error }, alsoDescribedBy);
  return (
    <div className={className}>
      <label htmlFor={control.id} className="mb-1.5 block text-sm font-semibold">
        <LabelText label={label} isOptional={isOptional} />
      </label>
      {children(control)}
      <FieldError id={errorId} error={error} />
      {(hint || aside) && (
        <div className="mt-1.5 flex flex-wrap items-start justify-between gap-x-4 text-sm text-cocoa-3">
          <div id={hintId} className="min-w-0 flex-1 basis-16">
            {hint}
          </div>
          {aside}
        </div>
      )}
    </div>
  );
}

export { controlClass } from './control-class.ts';
