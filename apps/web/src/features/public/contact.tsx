import { contact } from '@app/contracts/messages/contact.ts';
import { publicMessages as words } from '@app/contracts/messages/public.ts';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { titled } from '../../app/title.ts';
import { ReadingPage } from './reading-page.tsx';

export const meta = () => titled(words.contactHeading, words.contactDescription);

const mailTo = `mailto:${contact.email}?subject=${encodeURIComponent(words.contactSubject)}`;

export default function Contact() {
  return (
    <ReadingPage heading={words.contactHeading} lead={words.contactLead}>
      <section className="mt-10">
        <h2>{words.contactByEmail}</h2>
        <p className="mt-3">{words.contactEmailText}</p>
        <p className="mt-2">
          <a href={mailTo} className="text-link inline-flex min-h-11 items-center text-lg">
            {contact.email}
          </a>
        </p>
      </section>
      <section className="mt-10">
        <h2>{words.contactData}</h2>
        <p className="mt-3">
          {words.contactDataBefore}
          <Link to={paths.privacy} className="text-link">
            {words.contactDataLink}
          </Link>
          {words.contactDataAfter}
        </p>
      </section>
      <section className="mt-10">
        <h2>{words.contactSafety}</h2>
        <p className="mt-3">{words.contactSafetyText}</p>
      </section>
    </ReadingPage>
  );
}
