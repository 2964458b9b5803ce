import { aboutMessages as words } from '@app/words/about.ts';
import { titled } from '../../product/title.ts';
import { LinkedText } from './linked-text.tsx';
import { Points } from './points.tsx';
import { ReadingPage } from './reading-page.tsx';
import { Row } from './row.tsx';
import { Start } from './start.tsx';

export const meta = () => titled(words.heading, words.description);

export default function About() {
  return (
    <ReadingPage heading={words.heading} lead={words.lead}>
      {words.sections.map((section) => (
        <Row key={section.title} title={section.title}>
          {section.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {'points' in section && <Points points={section.points} />}
          {'after' in section && <p>{section.after}</p>}
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
