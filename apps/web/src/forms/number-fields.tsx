import { chooseTimeWords as words } from '@app/words/bookings.ts';
import type { ComponentProps } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface NumberFieldsProps {
  field: (
    name: 'phoneNumber' | 'isOnWhatsApp',
    options?: { deps: 'phoneNumber' },
  ) => Omit<ComponentProps<'input'>, 'id'> & { error: string | undefined };
}

export function NumberFields({ field }: NumberFieldsProps) {
  return (
    <div>
      <TextInput
        label={words.phone}
        hint={words.phoneHint}
        type="tel"
        autoComplete="tel"
        {...field('phoneNumber')}
      />
      <Checkbox className="mt-2" label={words.whatsApp} {...field('isOnWhatsApp', { deps: 'phoneNumber' })} />
    </div>
  );
}
