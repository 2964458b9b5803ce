import { contact } from '@app/words/contact.ts';
import { helpMessages as words } from '@app/words/help.ts';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { titled } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { tourAt, tourStop } from '../../tour.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Answers } from './answers.tsx';

export const meta = () => titled(words.heading);
export const handle = screens.help;

const TOUR = '#tour';
const atStart = { replace: true, state: tourAt(0), preventScrollReset: true };

/** The menu leads to this part of the page (S-201), where the tour then begins. */
function Tour() {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const isAsked = hash === TOUR && tourStop(state) === null;
  useEffect(() => {
    if (isAsked) void navigate(TOUR, atStart);
  }, [isAsked, navigate]);
  return (
    <Card>
      <h2 id={TOUR.slice(1)} className="scroll-mt-6">
        {words.tourHeading}
      </h2>
      <p className="mt-2 max-w-text text-cocoa-2">{words.tourText}</p>
      <Button variant="secondary" className="mt-4" onClick={() => void navigate(TOUR, atStart)}>
        {words.tourStart}
      </Button>
    </Card>
  );
}

export default function Help() {
  const role = useUser()?.role;
  if (role === undefined) return null;
  return (
    <div className="flex max-w-stage flex-col gap-8">
      <h1>{words.heading}</h1>
      <Tour />
      <Answers topics={words.topics[role]} />
      <Card>
        <h2>{words.contactHeading}</h2>
        <p className="mt-2 max-w-text text-cocoa-2">{words.contactText}</p>
        <p className="mt-2">
          <a href={`mailto:${contact.email}`} className="text-link inline-flex min-h-11 items-center">
            {contact.email}
          </a>
        </p>
        <LinkButton to={paths.contact} variant="secondary" className="mt-2">
          {words.contact}
        </LinkButton>
      </Card>
    </div>
  );
}
