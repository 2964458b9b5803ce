import { cx } from './cx.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits into graphemes, so that accents and flags stay whole. */
export function nameInitials(firstName: string, lastName: string): string {
  const first = (word: string) => graphemes.segment(word.trim()).containing(0)?.segment ?? '';
  return (first(firstName) + first(lastName)).toLocaleUpperCase('en');
}

function avatarShade(id: string, shades: number): number {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0;
  return hash % shades;
}

const shades = [
  'bg-green-tint text-green',
  'bg-volta-tint text-volta',
  'bg-gold-tint text-gold-ink',
  'bg-laterite-tint text-laterite',
] as const;

interface AvatarProps {
  id: string;
  firstName: string;
  lastName: string;
  className?: string;
}

export function Avatar({ id, firstName, lastName, className = 'size-11 text-sm' }: AvatarProps) {
  return (
    <span
      role="img"
      aria-label={`${firstName} ${lastName}`.trim()}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-pill font-bold',
        shades[avatarShade(id, shades.length)],
        className,
      )}
    >
      <span aria-hidden="true">{nameInitials(firstName, lastName)}</span>
    </span>
  );
}
