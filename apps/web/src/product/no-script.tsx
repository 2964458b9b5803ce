import type { ComponentType } from 'react';
import { partWords as words } from '@app/words/parts.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { WhereSet } from './page-settings.tsx';

interface NoScriptProps {
  className: string;
}

/** Every page contains these words already. */
const ways = () => [
  { to: paths.openStudies, text: words.openStudies },
  { to: paths.contact, text: words.contact },
];

function InHtml({ className }: NoScriptProps) {
  return (
    <noscript>
      <div className={className}>
        <p>{words.needsScript}</p>
        <WhereSet setting="USSD_CODE">
          {(code) => <div className="mt-2">{words.dialInstead(code)}</div>}
        </WhereSet>
        <ul className="mt-1 flex flex-wrap gap-x-5">
          {ways().map(({ to, text }) => (
            <li key={to}>
              <a href={to} className="text-link inline-flex min-h-11 items-center">
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </noscript>
  );
}

/** Browsers with JavaScript never show this text. */
export const NoScript: ComponentType<NoScriptProps> = import.meta.env.SSR ? InHtml : () => <noscript />;
