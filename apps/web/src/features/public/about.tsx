import { aboutMessages as words } from '@app/words/about.ts';
import type { ReactNode } from 'react';
import { WhereSet } from '../../product/filled-in.tsx';
import { titled } from '../../product/title.ts';
import { LinkedText } from './linked-text.tsx';
import { Points } from './points.tsx';
import { ReadingPage } from './reading-page.tsx';
import { Row } from './row.tsx';
import { WhoSees } from './who-sees.tsx';
import { Start } from './start.tsx';

export const meta = () => titled(words.heading, words.description);

/** What is more than words, by the section. */
const more: Partial<Record<string, ReactNode>> = {
  runs: (
    <WhereSet setting="OPERATED_BY">
      {(operator) => (
        <p>
          {words.operatedBy} <strong className="wrap-anywhere">{operator}</strong>
        </p>
      )}
    </WhereSet>
  ),
  data: <WhoSees />,
};

export default function About() {
  return (
    <ReadingPage heading={words.heading} lead={words.lead}>
      {words.sections.map((section) => (
        <Row key={section.title} id={'id' in section ? section.id : undefined} title={section.title}>
          {section.text.map((paragraph) => (
            <p key={paragraph}>
              <LinkedText text={paragraph} />
            </p>
          ))}
          {'points' in section && <Points points={section.points} />}
          {'after' in section && (
            <p>
              <LinkedText text={section.after} />
            </p>
          )}
          {'id' in section && more[section.id]}
        </Row>
      ))}
      <Row title={words.startHeading}>
        <Start className="" />
        <p className="mt-2">
          <LinkedText text={words.question} />
        </p>
      </Row>
    </ReadingPage>
  );
}
