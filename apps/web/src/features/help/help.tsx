import { contact } from '@app/words/contact.ts';
import { helpWords as words } from '@app/words/help.ts';
import type { Topic } from '@app/words/help-answers.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { tourAt, tourStop } from '../../tour.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { controlClass } from '../../ui/control-class.ts';

const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

export function searchTopics(topics: readonly Topic[], search: string): Topic[] {
  const sought = plain(search)
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean);
  return topics.flatMap((topic) => {
    const answers = topic.answers.filter(({ question, answer }) => {
      const text = ` ${plain(`${topic.name} ${question} ${answer}`).replaceAll(/[^\p{L}\p{N}']+/gu, ' ')}`;
      return sought.every((word) => text.includes(` ${word}`));
    });
    return answers.length === 0 ? [] : [{ ...topic, answers }];
  });
}

export const meta = () => pageMeta(words.heading);
export const handle = screens.help;

const TOUR = '#tour';
const atStart = { replace: true, state: tourAt(0), preventScrollReset: true };

/** The menu links to this section (S-201), and the tour starts here. */
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

function TopicAnswers({ name, answers }: Topic) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <div className="mt-3 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {answers.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3 font-semibold hover:bg-sunken focus-visible:marked-inside [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-cocoa-3 transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="max-w-text px-5 pt-2 pb-5 text-cocoa-2 wrap-anywhere">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

function Answers({ topics }: { topics: readonly Topic[] }) {
  const fieldId = useId();
  const [search, setSearch] = useState('');
  const found = searchTopics(topics, search);
  const count = found.reduce((sum, { answers }) => sum + answers.length, 0);
  function clear() {
    // The button clears the search and disappears.
    document.getElementById(fieldId)?.focus();
    setSearch('');
  }
  return (
    <div className="flex flex-col gap-8">
      <div role="search">
        <label htmlFor={fieldId} className="mb-2 block text-sm font-semibold">
          {words.search}
        </label>
        <input
          id={fieldId}
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className={controlClass}
        />
        <p role="status" className="mt-2 text-sm text-cocoa-2 empty:hidden">
          {search.trim() !== '' && (count === 0 ? words.nothingFound : words.found(count))}
        </p>
        {count === 0 && (
          <Button variant="secondary" size="small" className="mt-3" onClick={clear}>
            {words.clearSearch}
          </Button>
        )}
      </div>
      {found.map((topic) => (
        <TopicAnswers key={topic.name} {...topic} />
      ))}
    </div>
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
