import type { LegalText } from '@app/contracts/messages/legal-text.ts';
import { publicMessages } from '@app/contracts/messages/public.ts';
import { ReadingPage } from './reading-page.tsx';

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} className="mt-3">
      {text}
    </p>
  ));
}

/** A long text with its table of contents. */
export function LegalPage({ text }: { text: LegalText }) {
  const contents = (
    <nav
      aria-labelledby="contents"
      className="mt-8 lg:sticky lg:top-8 lg:mt-10 lg:w-72 lg:shrink-0 lg:self-start lg:border-l lg:border-line lg:pl-6"
    >
      <p className="text-sm text-cocoa-3">{publicMessages.lastChanged}</p>
      <h2 id="contents" className="mt-4 text-lg">
        {publicMessages.onThisPage}
      </h2>
      <ul className="mt-1">
        {text.sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center text-sm underline-offset-4 hover:underline lg:min-h-9"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <ReadingPage heading={text.heading} lead={text.lead} aside={contents}>
      {text.sections.map((section) => (
        <section key={section.id} id={section.id} className="scroll-mt-6 pt-10">
          <h2>{section.title}</h2>
          <Paragraphs texts={section.text} />
          {section.points && (
            <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 marker:text-green">
              {section.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
          {section.after && <Paragraphs texts={section.after} />}
        </section>
      ))}
    </ReadingPage>
  );
}
