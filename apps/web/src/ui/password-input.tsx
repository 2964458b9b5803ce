import { partWords } from '@app/words/parts.ts';
import { type ComponentProps, useState } from 'react';
import { controlClass, Field, type FieldText } from './field.tsx';
import { cx } from './cx.ts';

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'id' | 'type'>, FieldText {}

export function PasswordInput({ label, hint, error, isOptional, className, ...input }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field {...{ label, hint, error, isOptional, className }}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={cx(controlClass, 'pr-20')}
          />
          <button
            type="button"
            aria-controls={control.id}
            aria-label={isShown ? partWords.hidePassword : partWords.showPassword}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0.5 right-0.5 min-w-16 rounded-control px-3 text-sm font-semibold text-green hover:text-green-2"
          >
            {isShown ? partWords.hide : partWords.show}
          </button>
        </div>
      )}
    </Field>
  );
}
