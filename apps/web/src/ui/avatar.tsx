import { initialsOf, shadeOf } from '../format/initials.ts';
import { cx } from './cx.ts';

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

/** A generated initials image (S-207). */
export function Avatar({ id, firstName, lastName, className = 'size-11 text-sm' }: AvatarProps) {
  return (
    <span
      role="img"
      aria-label={`${firstName} ${lastName}`.trim()}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-pill font-bold',
        shades[shadeOf(id, shades.length)],
        className,
      )}
    >
      <span aria-hidden="true">{initialsOf(firstName, lastName)}</span>
    </span>
  );
}
