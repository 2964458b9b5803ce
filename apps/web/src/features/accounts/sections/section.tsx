import { accountWords as words } from '@app/words/accounts.ts';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';

export type Place =
  | 'profile'
  | 'security'
  | 'devices'
  | 'company'
  | 'set-up'
  | 'emails'
  | 'money'
  | 'agreements'
  | 'leave';

const headings: Readonly<Record<Place, string>> = {
  profile: words.profileHeading,
  security: words.securityHeading,
  devices: words.devicesHeading,
  company: words.companyHeading,
  'set-up': words.setUpHeading,
  emails: words.emailsHeading,
  money: words.moneyHeading,
  agreements: words.agreementsHeading,
  leave: words.leaveHeading,
};

const headingId = (place: string) => `${place}-heading`;

const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * The router scrolls before the sections exist, and they grow while they load, so this scrolls again until
 * the person does something.
 */
function useNamedSection(): void {
  const location = useLocation();
  useEffect(() => {
    const place = location.hash.slice(1);
    const heading = document.getElementById(headingId(place));
    if (heading === null) return undefined;
    const show = () => heading.closest('section')?.scrollIntoView({ behavior: 'instant' });
    const growth = new ResizeObserver(show);
    // Navigation moves the focus first, so this waits for one frame.
    const frame = requestAnimationFrame(() => {
      heading.focus({ preventScroll: true });
      growth.observe(document.body);
    });
    const stop = () => growth.disconnect();
    for (const act of ACTS) window.addEventListener(act, stop, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      stop();
      for (const act of ACTS) window.removeEventListener(act, stop);
    };
  }, [location]);
}

export function SectionLinks({ places }: { places: readonly Place[] }) {
  useNamedSection();
  return (
    <nav
      aria-label={words.sections}
      className="mb-6 lg:sticky lg:top-8 lg:order-last lg:mb-0 lg:w-48 lg:shrink-0"
    >
      <ul className="flex flex-wrap gap-x-5 lg:flex-col">
        {places.map((place) => (
          <li key={place}>
            <Link to={`#${place}`} replace className="inline-flex min-h-11 items-center text-link">
              {headings[place]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Section({ place, children }: { place: Place; children: ReactNode }) {
  return (
    <section id={place} aria-labelledby={headingId(place)} className="scroll-mt-6">
      <h2 id={headingId(place)} tabIndex={-1} className="mb-3 focus:unmarked">
        {headings[place]}
      </h2>
      {children}
    </section>
  );
}
