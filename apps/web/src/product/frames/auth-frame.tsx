import { frameWords as words } from '@app/words/frame.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { Woven } from '../../ui/woven-pattern.tsx';
import { Logo } from '../logo.tsx';
import { NoScript } from '../no-script.tsx';

const footerLinks = [
  { to: paths.contact, text: words.contact },
  { to: paths.privacy, text: words.privacy },
  { to: paths.terms, text: words.terms },
];

export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[3fr_2fr]">
      <SkipLink />
      <Woven seed={7} columns={24} rows={3} className="block h-16 w-full lg:hidden" />
      <div className="flex flex-col px-4 py-6 max-lg:min-h-[calc(100dvh-4rem)] sm:px-8 lg:min-h-dvh lg:py-10">
        <div className="mx-auto flex w-full max-w-form grow flex-col">
          <header>
            <Link to={paths.home} aria-label={words.home} className="inline-flex min-h-11 items-center">
              <Logo />
            </Link>
          </header>
          <main
            id="content"
            tabIndex={-1}
            className="flex grow flex-col pt-6 pb-12 lg:justify-center lg:pt-8"
          >
            <NoScript className="mb-4 rounded-card bg-gold-tint px-4 py-3 text-sm" />
            {children}
          </main>
          <nav aria-label={words.footerMenu}>
            <ul className="flex flex-wrap gap-x-6 text-sm">
              {footerLinks.map(({ to, text }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-11 items-center text-cocoa-2 underline-offset-4 hover:underline"
                  >
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
      <Woven seed={7} columns={12} rows={20} className="sticky top-0 h-dvh w-full max-lg:hidden" />
    </div>
  );
}
