import { contactWords as words } from '@app/words/contact-us.ts';
import { contact } from '@app/words/contact.ts';
import { Link } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { WhereSet } from '../../product/page-settings.tsx';
import { pageMeta } from '../../product/title.ts';
import { Card } from '../../ui/card.tsx';
import { LinkedText, hrefs, mailTo } from './linked-text.tsx';
import { ReadingPage, ReadingRow } from './reading-page.tsx';

export const meta = () => pageMeta(words.heading, words.description);

const selfHelpPaths = {
  forgotPassword: paths.forgotPassword,
  verificationFailed: paths.verificationFailed(),
  logIn: paths.logIn,
};

function Way({ heading, href, text }: { heading: string; href: string; text: string }) {
  return (
    <>
      <h2 className="font-body text-sm tracking-normal text-cocoa-3">{heading}</h2>
      <a href={href} className="text-link inline-flex min-h-12 items-center text-2xl wrap-anywhere">
        {text}
      </a>
    </>
  );
}

function Topics() {
  return (
    <ul className="mt-2 grid gap-4 sm:grid-cols-2">
      {words.topics.map(({ title, text, subject, action }) => (
        <li key={title} className="flex flex-col rounded-card border border-line bg-surface p-5">
          <h3>{title}</h3>
          <p className="mt-1 grow text-sm text-cocoa-2">{text}</p>
          <p>
            <a href={mailTo(subject)} className="text-link mt-2 inline-flex min-h-11 items-center text-sm">
              {action}
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}

export default function Contact() {
  return (
    <ReadingPage heading={words.heading} lead={words.lead}>
      <Card className="mt-8 lg:grid lg:grid-cols-2 lg:gap-16">
        <div>
          <Way heading={words.emailHeading} href={hrefs.email} text={contact.email} />
          <WhereSet setting="CONTACT_PHONE">
            {(number, digits) => <Way heading={words.phoneHeading} href={`tel:+${digits}`} text={number} />}
          </WhereSet>
          <WhereSet setting="CONTACT_WHATSAPP">
            {(number, digits) => (
              <Way heading={words.whatsAppHeading} href={`https://wa.me/${digits}`} text={number} />
            )}
          </WhereSet>
        </div>
        <div className="flex max-w-text flex-col gap-2 max-lg:mt-4">
          <p>{words.emailText}</p>
          <p className="text-cocoa-2">{words.pin}</p>
        </div>
      </Card>
      <ReadingRow title={words.topicsHeading} isWide>
        <p className="max-w-text">{words.topicsText}</p>
        <Topics />
      </ReadingRow>
      <ReadingRow title={words.selfHeading} isWide>
        <ul className="-mt-2">
          {words.selfHelp.map(({ to, text, hint }) => (
            <li key={to} className="flex flex-wrap items-center gap-x-3 pb-2">
              <Link to={selfHelpPaths[to]} className="text-link inline-flex min-h-11 items-center">
                {text}
              </Link>
              <span className="text-sm text-cocoa-3">{hint}</span>
            </li>
          ))}
        </ul>
      </ReadingRow>
      <ReadingRow title={words.safetyHeading}>
        {words.safetyText.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </ReadingRow>
      <ReadingRow title={words.commissionHeading}>
        <p>
          <LinkedText text={words.commissionText} />
        </p>
      </ReadingRow>
    </ReadingPage>
  );
}
