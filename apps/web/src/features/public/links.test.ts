import { contact } from '@app/words/contact.ts';
import type { LegalText } from '@app/words/legal-text.ts';
import { privacyPolicy } from '@app/words/privacy.ts';
import { termsAndConditions } from '@app/words/terms.ts';
import { describe, expect, it } from 'vitest';
import { mailTo, parseLinkedText } from './linked-text.tsx';

it('finds the links of a paragraph', () => {
  expect(parseLinkedText('See the [privacy policy](privacy), or [write](email).')).toEqual([
    { words: 'See the ' },
    { words: 'privacy policy', href: '/privacy-policy' },
    { words: ', or ' },
    { words: 'write', href: `mailto:${contact.email}` },
    { words: '.' },
  ]);
});

it.each(['(Act 843)', '[sic]', '[a](nowhere)', 'GH₵ 0.00'])('does not change %s', (text) => {
  expect(parseLinkedText(text)).toEqual([{ words: text }]);
});

it('writes emails with a subject that every mail program reads', () => {
  expect(mailTo('A study & more')).toBe(`mailto:${contact.email}?subject=A%20study%20%26%20more`);
});

describe.each([
  ['privacy policy', privacyPolicy],
  ['terms', termsAndConditions],
])('S-101 the %s', (_, legal: LegalText) => {
  const paragraphs = [
    legal.lead,
    ...legal.short,
    ...legal.sections.flatMap(({ text, points = [], entries = [], after = [] }) => [
      ...text,
      ...points,
      ...entries.map((entry) => entry.text),
      ...after,
    ]),
  ];

  it('cites the Act, and says where to complain', () => {
    const all = paragraphs.join('\n');
    expect(all).toContain('Data Protection Act, 2012 (Act 843)');
    expect(all).toContain('Data Protection Commission');
  });

  it('has an anchor of its own for each section', () => {
    const ids = legal.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z-]+$/);
  });

  it('has no broken link, and says nothing twice', () => {
    const written = paragraphs.flatMap(parseLinkedText).filter(({ href }) => href === undefined);
    for (const { words } of written) expect(words).not.toMatch(/\]\(/);
    expect(new Set(paragraphs).size).toBe(paragraphs.length);
  });
});
