import { describe, expect, test } from 'vitest';
import { escapeHtml } from '@app/kit/html.ts';
import { renderLetter } from './render.ts';
import * as accountTexts from '../accounts/letter-texts.ts';
import * as companyTexts from '../companies/letter-texts.ts';
import * as leavingTexts from '../leaving/letter-texts.ts';
import * as profileTexts from '../profiles/letter-texts.ts';
import type { LetterContent } from './compose-letter.ts';

const texts = { ...accountTexts, ...companyTexts, ...leavingTexts, ...profileTexts };

const SITE = 'https://research.example';
const MAIN = `${SITE}/main-page/secret?token=a_b-c&more=1`;
const OTHER = `${SITE}/other-page/secret`;
const AT = '2026-11-21T17:40:59.999Z';
const TYPED = `Ama <b>&"' https://evil.example/main-page`;
const REASON = `First <b>&"'\r\nsecond\nhttps://evil.example/third`;
const TO = 'ama.serwaa@example.test';
const WEBSITE = `https://company.example/?a=1&b="<i>'`;
const payment = { provider: 'MTN', accountName: 'Ama', phoneNumber: '+233 •• ••• 4321' } as const;
const company = {
  companyName: `${TYPED}\n\nAccept this company:\nhttps://evil.example/forged`,
  businessName: TYPED,
  askedBy: `${TYPED}, ama.serwaa@example.test`,
  industry: 'CONSULTING',
  website: WEBSITE,
  companyLinkedUrl: 'https://www.linkedin.com/company/ama',
  foundersLinkedInUrl: 'https://www.linkedin.com/in/ama',
  stage: 'Concept Design',
  userId: '01990000-0000-7000-8000-000000000001',
  lastDeclinedAt: new Date(AT),
  lastDeclineReason: REASON,
};

const letters: [string, LetterContent][] = [
  ['verifyEmail', texts.verifyEmail(TYPED, MAIN)],
  ['alreadyRegistered', texts.alreadyRegistered(TYPED, MAIN, OTHER)],
  ['resetPassword', texts.resetPassword(TYPED, MAIN)],
  ['signUpFirst', texts.signUpFirst(TYPED, MAIN, OTHER)],
  ['setPassword', texts.setPassword(TYPED, MAIN)],
  ['passwordChanged', texts.passwordChanged(TYPED, AT, MAIN)],
  ['passwordSet', texts.passwordSet(TYPED, AT, MAIN)],
  ['paymentChanged', texts.paymentChanged(TYPED, payment, AT, MAIN)],
  ['googleAdded', texts.googleAdded(TYPED, AT, MAIN)],
  ['leavingCode', texts.leavingCode(TYPED, '12345678', MAIN)],
  ['accountDeleted', texts.accountDeleted(AT, MAIN)],
  ['companyAccepted', texts.companyAccepted(TYPED, MAIN)],
  ['companyDeclined', texts.companyDeclined(TYPED, REASON, MAIN)],
  ['companyRevoked', texts.companyRevoked(TYPED, REASON, MAIN)],
  ['accountSuspended', texts.accountSuspended(TYPED, REASON, MAIN)],
  ['accountUnsuspended', texts.accountUnsuspended(TYPED, MAIN)],
  ['companySubmitted', texts.companySubmitted(company, MAIN, OTHER)],
];
const render = (letter: LetterContent) => renderLetter(letter, { to: TO, contactUrl: `${SITE}/contact-us` });
const hrefsOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

test('there is a letter of every text', () => {
  expect(letters.map(([name]) => name).toSorted()).toEqual(Object.keys(texts).toSorted());
});

describe.each(letters)('%s', (name, letter) => {
  const { subject, text, html } = render(letter);
  const other = letter.otherAction ? [OTHER] : [];
  const ofCompany =
    name === 'companySubmitted' ? [WEBSITE, company.companyLinkedUrl, company.foundersLinkedInUrl] : [];

  test('PRV-1 the subject tells nothing of the person', () => {
    for (const typed of ['Ama', TO, 'example', '@', 'http']) expect(subject).not.toContain(typed);
  });

  test('text and HTML hold the same links, and the HTML an address to copy', () => {
    expect(hrefsOf(html)).toEqual(
      [...ofCompany, MAIN, ...other, `${SITE}/contact-us`, 'mailto:team@demo.test'].map(escapeHtml),
    );
    for (const url of [MAIN, ...other]) expect(html).toContain(`>${escapeHtml(url)}<`);
    const ofTheProduct = text.match(/https?:\/\/\S+/g)?.filter((url) => url.startsWith(SITE));
    expect(ofTheProduct).toEqual([MAIN, ...other, `${SITE}/contact-us`]);
    // Line ends make a forged action: only the letter's own may begin a line.
    expect(text.match(/^https?:.*$/gm)).toEqual([MAIN, ...other]);
  });

  test('everything typed is escaped, and nothing is loaded', () => {
    expect(html).not.toMatch(/<b>|<i>|<img|<link|<script|<style|<svg|url\(|\ssrc=/);
    expect(html).not.toContain(`&"'`);
    if (!['companySubmitted', 'accountDeleted'].includes(name))
      expect(html).toContain(escapeHtml(`Hello ${TYPED},`));
  });

  test('says to whom it was sent and where help is', () => {
    for (const part of [text, html]) {
      expect(part).toContain(`Sent to ${TO} by `);
      expect(part).toContain('team@demo.test');
    }
  });

  test('long words wrap in every paragraph and heading', () => {
    const wrapping = /<(?:p|h1) style="[^"]*overflow-wrap:anywhere/;
    const blocks = html.match(/<(?:p|h1)\b[^>]*>/g) ?? [];
    expect(blocks.length).toBeGreaterThan(4);
    expect(blocks.filter((block) => !wrapping.test(block))).toEqual([]);
  });
});

test.each([
  ['passwordChanged', texts.passwordChanged],
  ['passwordSet', texts.passwordSet],
  ['googleAdded', texts.googleAdded],
] as const)('%s says when, unless it was queued without', (_, write) => {
  const happened = 'This happened on 21 November, 2026 at 05:40 PM GMT.';
  const [dated, undated] = [write('Ama', AT, MAIN), write('Ama', undefined, MAIN)].map(render);
  for (const part of [dated?.text, dated?.html]) expect(part).toContain(happened);
  expect(undated?.text).not.toContain('This happened');
});

test('the line breaks of a reason are kept', () => {
  const { text, html } = render(texts.companyDeclined('Ama', 'One\r\ntwo\n\nthree', MAIN));
  expect(html).toContain('>One<br>two<br><br>three<');
  expect(text).toContain('What we noted: One\n  two\n  \n  three');
});

test.each([null, '', ' \n '])('a decline without a reason (%j) notes nothing', (reason) => {
  expect(render(texts.companyDeclined('Ama', reason, MAIN)).text).not.toContain('What we noted');
});
