import { type MeetingDetails, ROOM_PLACEHOLDER } from '@app/contracts/project/meeting-fields.ts';
import { meetingFieldWords as words } from '@app/words/meeting-fields.ts';
import type { DraftForm } from '../../forms/form.tsx';
import { TextInput } from '../../ui/text-input.tsx';

const orAbsent = { setValueAs: (typed: unknown) => (typed === '' ? undefined : typed) };

type Field = ReturnType<DraftForm<typeof MeetingDetails>['field']>;

interface PlaceFieldsProps {
  way: string;
  /** The typed link, to show how its rooms will look. */
  link: string | undefined;
  field: (name: keyof MeetingDetails, rules?: typeof orAbsent) => Omit<Field, 'name'> & { name: string };
}

const SAMPLE_ROOM = 'q7RkW2mZx9TbN4vHc5LdYs';

export function PlaceFields({ way, link = '', field }: PlaceFieldsProps) {
  if (way === 'PHONE') return null;
  if (way === 'VIDEO') {
    return (
      <div>
        <TextInput
          label={words.link}
          hint={words.linkHint}
          inputMode="url"
          autoComplete="off"
          {...field('link', orAbsent)}
        />
        {link.includes(ROOM_PLACEHOLDER) && (
          <p className="mt-1 text-sm text-cocoa-2 wrap-anywhere">
            {words.linkPreview(link.replaceAll(ROOM_PLACEHOLDER, SAMPLE_ROOM))}
          </p>
        )}
      </div>
    );
  }
  return (
    <>
      <TextInput label={words.place} hint={words.placeHint} {...field('place')} />
      <TextInput label={words.landmark} hint={words.landmarkHint} {...field('landmark')} />
      <TextInput
        label={words.digitalAddress}
        hint={words.digitalAddressHint}
        isOptional
        autoComplete="off"
        {...field('digitalAddress', orAbsent)}
      />
    </>
  );
}
