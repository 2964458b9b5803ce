import { describe, expect, test } from 'vitest';
import { escapeHtml } from '@app/kit/html.ts';
import { renderEmail } from './render-email.ts';
import { adminEnrolmentEmail } from '../admins/accounts.ts';
import * as accountTexts from '../accounts/emails.ts';
import * as emailChangeTexts from '../accounts/email-change/emails.ts';
import * as companyTexts from '../company/emails.ts';
import * as leavingTexts from '../account-deletion/emails.ts';
import * as profileTexts from '../profiles/emails.ts';
import type { EmailContent } from './compose-email.ts';

const texts = {
  ...accountTexts,
  adminEnrolmentEmail,
  ...emailChangeTexts,
  ...companyTexts,
  ...leavingTexts,
  ...profileTexts,
};
/** These functions of the modules do not return the text of an email. */
const OTHERS = new Set(['defineAccountEmail', 'sendLastEmail']);

const SITE = 'https://research.example';
const MAIN = `${SITE}/main-page/secret?token=a_b-c&more=1`;
const OTHER = `${SITE}/other-page/secret`;
const AT = '2026-11-21T17:40:59.999Z';
const TYPED = `Ama <b>&"' https://evil.example/main-page`;
const NAME = `Ama <b>&"'`;
const REASON = `First <b>&"'\r\nsecond\nhttps://evil.example/third`;
const TO = 'ama.serwaa@example.test';
const NEW_EMAIL = 'ama@new.test';
const WEBSITE = `https://company.example/?a=1&b="<i>'`;
const payment = { provider: 'MTN', accountName: 'Ama', phoneNumber: '+233 •• ••• 4321' } as const;
const company = {
  companyName: `${TYPED}\n\nAccept this company:\nhttps://evil.example/forged`,
  businessName: TYPED,
  asker: { firstName: TYPED, lastName: 'Serwaa', email: TO },
  industry: 'CONSULTING',
  website: WEBSITE,
  companyLinkedUrl: 'https://www.linkedin.com/company/ama',
  foundersLinkedInUrl: 'https://www.linkedin.com/in/ama',
  stage: 'Concept Design',
  userId: '01990000-0000-7000-8000-000000000001',
  lastDeclinedAt: new Date(AT),
  lastDeclineReason: REASON,
};

const emails: [string, EmailContent][] = [
  ['adminEnrolmentEmail', texts.adminEnrolmentEmail(NAME, MAIN)],
  ['verificationEmail', texts.verificationEmail(MAIN)],
  ['alreadyRegisteredEmail', texts.alreadyRegisteredEmail(NAME, MAIN, OTHER)],
  ['resetPasswordEmail', texts.resetPasswordEmail(NAME, MAIN)],
  ['signUpFirstEmail', texts.signUpFirstEmail(MAIN, OTHER)],
  ['passwordChangedEmail', texts.passwordChangedEmail(NAME, AT, MAIN)],
  ['passwordSetEmail', texts.passwordSetEmail(NAME, AT, MAIN)],
  ['paymentChangedEmail', texts.paymentChangedEmail(NAME, payment, AT, MAIN)],
  ['googleAddedEmail', texts.googleAddedEmail(NAME, AT, MAIN)],
  ['accountDeletionCodeEmail', texts.accountDeletionCodeEmail(NAME, '12345678', MAIN)],
  ['accountDeletedEmail', texts.accountDeletedEmail(AT, MAIN)],
  ['confirmNewAddressEmail', texts.confirmNewAddressEmail(MAIN)],
  ['addressWantedEmail', texts.addressWantedEmail(NAME, MAIN)],
  ['emailChangeCodeEmail', texts.emailChangeCodeEmail(NAME, '12345678', MAIN)],
  ['emailChangeRequestedEmail', texts.emailChangeRequestedEmail(NAME, NEW_EMAIL, AT, MAIN)],
  ['emailChangedEmail', texts.emailChangedEmail(NAME, NEW_EMAIL, AT, MAIN)],
  ['companyAcceptedEmail', texts.companyAcceptedEmail(NAME, MAIN)],
  ['companyDeclined', texts.companyDeclined(NAME, REASON, MAIN)],
  ['companyRevoked', texts.companyRevoked(NAME, REASON, MAIN)],
  ['accountSuspendedEmail', texts.accountSuspendedEmail(NAME, REASON, MAIN)],
  ['accountUnsuspendedEmail', texts.accountUnsuspendedEmail(NAME, MAIN)],
  ['companySubmittedEmail', texts.companySubmittedEmail(company, MAIN, OTHER)],
];
/** These emails go to the admin, or to unverified addresses. */
const nameless = new Set([
  'companySubmittedEmail',
  'accountDeletedEmail',
  'verificationEmail',
  'signUpFirstEmail',
  'confirmNewAddressEmail',
]);
const render = (email: EmailContent) => renderEmail(email, { to: TO, contactUrl: `${SITE}/contact-us` });
const listHrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

test('every text is rendered as an email', () => {
  const names = Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'function' && !OTHERS.has(name) ? [name] : [],
  );
  expect(emails.map(([name]) => name).toSorted()).toEqual(names.toSorted());
});

describe.each(emails)('%s', (name, email) => {
  const { subject, text, html } = render(email);
  const other = email.otherAction ? [OTHER] : [];

  test('PRV-1 the subject reveals nothing about the person', () => {
    for (const typed of ['Ama', TO, 'example', '@', 'http']) expect(subject).not.toContain(typed);
  });

  test('text and HTML contain the same links, and the HTML also shows an address to copy', () => {
    expect(listHrefs(html)).toEqual(
      [MAIN, ...other, `${SITE}/contact-us`, 'mailto:team@demo.test'].map(escapeHtml),
    );
    for (const url of [MAIN, ...other]) expect(html).toContain(`>${escapeHtml(url)}<`);
    const ofTheProduct = text.match(/https?:\/\/\S+/g)?.filter((url) => url.startsWith(SITE));
    expect(ofTheProduct).toEqual([MAIN, ...other, `${SITE}/contact-us`]);
    // A line break could forge a link: only the email's own links may begin a line.
    expect(text.match(/^https?:.*$/gm)).toEqual([MAIN, ...other]);
  });

  test('all typed text is escaped, and nothing is loaded from elsewhere', () => {
    expect(html).not.toMatch(/<b>|<i>|<img|<link|<script|<style|<svg|url\(|\ssrc=/);
    expect(html).not.toContain(`&"'`);
    expect(html).toContain(nameless.has(name) ? 'Hello,' : escapeHtml(`Hello ${NAME},`));
  });

  test('names its recipient and where to find help', () => {
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
  ['passwordChangedEmail', texts.passwordChangedEmail],
  ['passwordSetEmail', texts.passwordSetEmail],
  ['googleAddedEmail', texts.googleAddedEmail],
] as const)('%s states its time, unless it was queued without one', (_, write) => {
  const happened = 'This happened on 21 November, 2026 at 05:40 PM GMT.';
  const [dated, undated] = [write('Ama', AT, MAIN), write('Ama', undefined, MAIN)].map(render);
  for (const part of [dated?.text, dated?.html]) expect(part).toContain(happened);
  expect(undated?.text).not.toContain('This happened');
});

test('the line breaks of a reason are kept', () => {
  const { text, html } = render(texts.companyDeclined('Ama', 'One\r\ntwo\n\nthree', MAIN));
  expect(html).toContain('>One<br>two<br><br>three<');
  expect(text).toContain('Reason: One\n  two\n  \n  three');
});

test.each([null, '', ' \n '])('a decline without a reason (%j) shows no reason', (reason) => {
  expect(render(texts.companyDeclined('Ama', reason, MAIN)).text).not.toContain('Reason');
});

test('no mail program turns typed text into a link', () => {
  const { text, html } = render(texts.companySubmittedEmail(company, MAIN, OTHER));
  for (const part of [text, html]) {
    expect(part).not.toMatch(/(?:evil|company|www\.linkedin)\.(?:example|com)/);
    expect(part).toContain('https: //evil. example/main-page');
  }
  expect(render(texts.emailChangedEmail('Ama', NEW_EMAIL, AT, MAIN)).text).toContain(NEW_EMAIL);
});

test('the greeting leaves out a name that may contain a contact', () => {
  const greeted = (name: string) => render(texts.companyAcceptedEmail(name, MAIN)).text.split('\n', 1);
  expect(greeted('Ama K.A.')).toEqual(['Hello Ama K.A.,']);
  for (const name of [TYPED, 'Dial *170#', 'call 0244 123 456', 'EVIL.GH'])
    expect(greeted(name)).toEqual(['Hello,']);
});
