import { frameWords as words } from '@app/words/frame.ts';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { BySession } from '../page-settings.tsx';
import { Logo } from '../logo.tsx';

const headerLink =
  'inline-flex min-h-11 items-center font-semibold hover:text-green hover:underline underline-offset-4 ' +
  'aria-[current=page]:text-green aria-[current=page]:underline';

const footerLinks = [
  { to: paths.about, text: words.about },
  { to: paths.contact, text: words.contact },
  { to: paths.privacy, text: words.privacy },
  { to: paths.terms, text: words.terms },
  { to: paths.signUp, text: words.recruit },
  { to: paths.participantSignUp, text: words.takePart },
];

const Enter = ({ to, text }: { to: string; text: string }) => (
  <LinkButton to={to} variant="secondary" size="small">
    {text}
  </LinkButton>
);

/** Normal links, because these pages have no script. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-4 px-4 py-4 sm:px-8">
        <Link to={paths.home} aria-label={words.home} className="inline-flex min-h-11 items-center">
          <Logo />
        </Link>
        <nav aria-label={words.mainMenu} className="flex items-center gap-x-6 print:hidden">
          <NavLink to={paths.about} className={`${headerLink} max-sm:hidden`}>
            {words.about}
          </NavLink>
          <NavLink to={paths.contact} className={`${headerLink} max-sm:hidden`}>
            {words.contact}
          </NavLink>
          <BySession
            signedIn={<Enter to={paths.dashboard} text={words.goOn} />}
            guest={<Enter to={paths.logIn} text={words.logIn} />}
          />
        </nav>
      </header>
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
      <footer className="mt-16 border-t border-line bg-sunken print:hidden">
        <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-10 sm:px-8 lg:flex-row lg:justify-between">
          <div>
            <Logo />
            <p className="mt-3 max-w-form text-sm text-cocoa-2">{words.act}</p>
          </div>
          <nav aria-label={words.footerMenu}>
            <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-3 sm:gap-x-10">
              {footerLinks.map(({ to, text }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    className="inline-flex min-h-11 items-center py-1 text-sm underline-offset-4 hover:underline aria-[current=page]:font-semibold"
                  >
                    {text}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </footer>
    </div>
  );
}
