import { studyPageWords as words } from '@app/words/study-page.ts';
import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass, Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';

export function useCopy(text: string) {
  const input = useRef<HTMLInputElement>(null);
  async function copy() {
    try {
      // The clipboard exists only on secure origins.
      await navigator.clipboard.writeText(text);
      toast.success(words.copied);
    } catch {
      input.current?.select();
      toast.info(words.notCopied);
    }
  }
  return { input, copy };
}

interface CopyFieldProps {
  label: string;
  value: string;
  /** The name of the button for screen readers. */
  copyName: string;
}

export function CopyField({ label, value, copyName }: CopyFieldProps) {
  const { input, copy } = useCopy(value);
  return (
    <Field label={label}>
      {(control) => (
        <div className="flex gap-2">
          <input
            {...control}
            ref={input}
            readOnly
            value={value}
            onFocus={({ currentTarget }) => currentTarget.select()}
            className={cx(controlClass, 'min-w-0 text-sm')}
          />
          <Button
            variant="secondary"
            className="w-12 shrink-0 px-0!"
            aria-label={copyName}
            onClick={() => void copy()}
          >
            <Copy aria-hidden="true" className="size-5" />
          </Button>
        </div>
      )}
    </Field>
  );
}
