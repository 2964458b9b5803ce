import { frameMessages as words } from '@app/words/frame.ts';
import type { ReactNode } from 'react';
import { paths } from '@app/contracts/web-paths.ts';
import { cx } from '../../ui/cx.ts';
import { LinkButton } from '../../ui/link-button.tsx';

/** The two ways in, and whatever else there is to press beside them. */
export function Start({ className, children }: { className: string; children?: ReactNode }) {
  return (
    <div className={cx('flex flex-col gap-3 sm:flex-row sm:gap-4', className)}>
      <LinkButton to={paths.signUp}>{words.recruit}</LinkButton>
      <LinkButton to={paths.participantSignUp} variant="secondary">
        {words.takePart}
      </LinkButton>
      {children}
    </div>
  );
}
