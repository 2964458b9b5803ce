import { publicMessages as words } from '@app/contracts/messages/public.ts';
import { paths } from '../../app/paths.ts';
import { titled } from '../../app/title.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ReadingPage } from './reading-page.tsx';

export const meta = () => titled(words.aboutHeading, words.aboutDescription);

export default function About() {
  return (
    <ReadingPage heading={words.aboutHeading} lead={words.aboutLead}>
      {words.aboutSections.map(({ title, text }) => (
        <section key={title} className="mt-10">
          <h2>{title}</h2>
          {text.map((paragraph) => (
            <p key={paragraph} className="mt-3">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      <div className="mt-10 flex flex-col gap-3 sm:flex-row">
        <LinkButton to={paths.signUp}>{words.recruit}</LinkButton>
        <LinkButton to={paths.participantSignUp} variant="secondary">
          {words.takePart}
        </LinkButton>
      </div>
    </ReadingPage>
  );
}
