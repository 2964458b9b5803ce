import { accountWords as words } from '@app/words/accounts.ts';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';

/** Each section by its place in the address, in the order of the page. */
export type Place =
  | 'profile'
  | 'security'
  | 'devices'
  | 'company'
  | 'set-up'
  | 'letters'
  | 'money'
  | 'agreements'
  | 'leave';

const headings: Readonly<Record<Place, string>> = {
  profile: words.profileHeading,
  security: words.securityHeading,
  devices: words.devicesHeading,
  company: words.companyHeading,
  'set-up': words.setUpHeading,
  letters: words.lettersHeading,
  money: words.moneyHeading,
  agreements: words.agreementsHeading,
  leave: words.leaveHeading,
};

const headingId = (place: string) => `${place}-heading`;

/** The focus goes where the address leads, and not only the eye; also if it leads there once more. */
function useFocusOnSection(): void {
  const location = useLocation();
  useEffect(() => {
    const place = location.hash.slice(1);
    if (place === '') return undefined;
    // After the focus that every page takes when it is gone to.
    const frame = requestAnimationFrame(() =>
      document.getElementById(headingId(place))?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [location]);
}

export function SectionLinks({ places }: { places: readonly Place[] }) {
  useFocusOnSection();
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
