import { legalWords as words, type LegalSection, type LegalText } from '@app/words/legal-text.ts';
import { longDate } from '@app/words/days.ts';
import { ChevronDown } from 'lucide-react';
import { LinkedText } from '../linked-text.tsx';
import { ReadingPage, Points } from '../reading-page.tsx';

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text}>
      <LinkedText text={text} />
    </p>
  ));
}

function Section({ section, number }: { section: LegalSection; number: number }) {
  const { id, title, text, points, entries, after = [] } = section;
  return (
    <section id={id} className="mt-10 flex scroll-mt-6 flex-col gap-3">
      <h2 className="text-2xl">
        {number}. {title}
      </h2>
      <Paragraphs texts={text} />
      {points && <Points points={points} />}
      {entries && (
        <dl className="divide-y divide-line border-y border-line">
          {entries.map((entry) => (
            <div key={entry.name} className="py-3">
              <dt className="font-semibold">{entry.name}</dt>
              <dd className="text-cocoa-2">{entry.text}</dd>
            </div>
          ))}
        </dl>
      )}
      <Paragraphs texts={after} />
    </section>
  );
}

function ContentLinks({ sections }: Pick<LegalText, 'sections'>) {
  return (
    <ol>
      {sections.map(({ id, title }, at) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center gap-2 text-sm underline-offset-4 hover:underline lg:min-h-9"
          >
            <span className="figures w-6 shrink-0 text-cocoa-3">{at + 1}.</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}

function Contents({ sections }: Pick<LegalText, 'sections'>) {
  return (
    <>
      <nav aria-label={words.onThisPage} className="mt-8 lg:hidden print:hidden">
        <details className="group rounded-card border border-line bg-surface">
          <summary className="flex min-h-12 list-none items-center justify-between px-5 font-semibold [&::-webkit-details-marker]:hidden">
            {words.onThisPage}
            <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
          </summary>
          <div className="px-5 pb-2">
            <ContentLinks sections={sections} />
          </div>
        </details>
      </nav>
      <nav
        aria-label={words.onThisPage}
        className="mt-8 max-lg:hidden lg:sticky lg:top-8 lg:self-start print:hidden"
      >
        <p className="font-semibold">{words.onThisPage}</p>
        <ContentLinks sections={sections} />
      </nav>
    </>
  );
}

export function LegalPage({ text }: { text: LegalText }) {
  return (
    <ReadingPage heading={text.heading} lead={text.lead}>
      <p className="mt-4 text-sm text-cocoa-3">{words.lastChanged(longDate(text.version))}</p>
      <div className="lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-16">
        <Contents sections={text.sections} />
        <div className="max-w-stage wrap-anywhere">
          <section className="mt-8 flex flex-col gap-3 rounded-card border border-line bg-surface p-5 sm:p-6">
            <h2>{words.shortHeading}</h2>
            <Points points={text.short} />
          </section>
          {text.sections.map((section, at) => (
            <Section key={section.id} section={section} number={at + 1} />
          ))}
        </div>
      </div>
    </ReadingPage>
  );
}
