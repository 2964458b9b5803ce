import { Link, type LinkProps } from 'react-router';
import { buttonClass, type ButtonLook } from './button-look.ts';

/** A link that looks like a button: for going somewhere, never for doing something. */
export function LinkButton({ variant, size, isWide, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} className={buttonClass({ variant, size, isWide, className })} />;
}
