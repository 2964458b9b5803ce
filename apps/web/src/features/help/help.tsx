import type { Role } from '@app/contracts/enumerations.ts';
import { helpMessages as words } from '@app/contracts/messages/help.ts';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../app/paths.ts';
import { screens } from '../../app/screens.ts';
import { useUser } from '../../app/session.ts';
import { titled } from '../../app/title.ts';
import { ChevronDown } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

export const meta = () => titled(words.heading);
export const handle = screens.help;

const TOUR = 'tour';

function Answers({ role }: { role: Role }) {
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className="text-2xl">
        {words.answersHeading}
      </h2>
      <div className="mt-4 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {words.answers[role].map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3 font-semibold hover:bg-sunken focus-visible:marked-inside [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-cocoa-3 transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="max-w-text px-5 pt-2 pb-5 text-cocoa-2">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

function Tour({ role }: { role: Role }) {
  const here = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The router scrolls to a place within a page; reading has to go on there as well.
  useEffect(() => {
    if (here.hash === `#${TOUR}`) heading.current?.focus({ preventScroll: true });
  }, [here]);
  return (
    <section aria-labelledby={TOUR}>
      <h2 id={TOUR} ref={heading} tabIndex={-1} className="scroll-mt-6 text-2xl focus:unmarked">
        {words.tourHeading}
      </h2>
      <p className="mt-1.5 text-cocoa-2">{words.tourText}</p>
      <ol className="mt-5 flex flex-col gap-5">
        {words.tour[role].map(({ screen, name, text }, at) => (
          <li key={name} className="flex gap-4">
            <span
              aria-hidden="true"
              className="figures flex size-9 shrink-0 items-center justify-center rounded-pill bg-green-tint font-display font-heavy text-green"
            >
              {at + 1}
            </span>
            <div className="min-w-0">
              <h3 className="pt-1">
                {screen === undefined ? (
                  name
                ) : (
                  <Link to={paths[screen]} className="text-link">
                    {name}
                  </Link>
                )}
              </h3>
              <p className="mt-1 max-w-text text-cocoa-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

export default function Help() {
  const role = useUser()?.role;
  if (role === undefined) return null;
  return (
    <div className="flex max-w-stage flex-col gap-10">
      <h1>{words.heading}</h1>
      <Answers role={role} />
      <Tour role={role} />
      <Card>
        <h2>{words.contactHeading}</h2>
        <p className="mt-2 max-w-text text-cocoa-2">{words.contactText}</p>
        <LinkButton to={paths.contact} variant="secondary" className="mt-4">
          {words.contact}
        </LinkButton>
      </Card>
    </div>
  );
}
