import { marks } from '@app/contracts/page-marks.ts';
import { describe, expect, it } from 'vitest';
import type { PublicStudy } from '@app/contracts/project/browsing.ts';
import { openStudiesWords } from '@app/words/open-studies.ts';
import { addPreview, dependsOnSession, fillPage, fillStudies, fillStudy } from './fill-page.ts';
import { isStudyPath } from './pages.ts';

const { begin, otherwise, end, value, digits } = marks;
const page =
  `<html><head><title>Contact &amp; more</title><meta name="description" content="Say &quot;hello&quot;"/></head><body>` +
  `${begin('CONTACT_PHONE')}<a href="tel:+${digits('CONTACT_PHONE')}">${value('CONTACT_PHONE')}</a>${end}` +
  `${begin('OPERATED_BY')}<b>${value('OPERATED_BY')}</b>${end}` +
  `${begin('SIGNED_IN')}<i>go on</i>${otherwise}<i>log in</i>${end}` +
  `${begin('SIGNED_IN')}<u>again</u>${otherwise}<u>first</u>${end}<script>[[1]]</script></body></html>`;
const bodyOf = (html: string) => html.slice(html.indexOf('<body>') + 6, html.indexOf('<script>'));

describe('fillPage', () => {
  it('shows what is set and hides what is not', () => {
    const bare = fillPage(page, { settings: {}, isSignedIn: false });
    expect(bodyOf(bare)).toBe('<i>log in</i><u>first</u>');
    expect(bare).not.toContain('setting:');
    const settings = { CONTACT_PHONE: '+233 30 211 2233' };
    const filled = fillPage(page, { settings, isSignedIn: true });
    expect(bodyOf(filled)).toBe('<a href="tel:+233302112233">+233 30 211 2233</a><i>go on</i><u>again</u>');
    expect(filled).toContain('<meta name="setting:CONTACT_PHONE" content="+233 30 211 2233"/></head>');
    for (const html of [bare, filled]) expect(html).toContain('<script>[[1]]</script>');
  });

  it('escapes settings as text, and does not treat them as replacement patterns', () => {
    const settings = { OPERATED_BY: `A & "B" <script>$&$1</script>` };
    const filled = fillPage(page, { settings, isSignedIn: false });
    const shown = 'A &amp; &quot;B&quot; &lt;script&gt;$&amp;$1&lt;/script&gt;';
    expect(bodyOf(filled)).toContain(`<b>${shown}</b>`);
    expect(filled).toContain(`content="${shown}"`);
  });

  it('recognises the pages that depend on the reader', () => {
    expect([dependsOnSession(page), dependsOnSession('<p>[[if')]).toEqual([true, false]);
  });
});

describe('addPreview', () => {
  it('adds the title and description of the page, with its full address', () => {
    const html = addPreview(page, { origin: 'https://research.example', path: '/contact-us' });
    expect(html).toContain('<meta property="og:title" content="Contact &amp; more"/>');
    expect(html).toContain('<meta property="og:description" content="Say &quot;hello&quot;"/>');
    expect(html).toContain('<meta property="og:url" content="https://research.example/contact-us"/>');
    expect(html).toContain('content="https://research.example/icon-512.png"');
  });

  it('adds no address where it is unknown or the page is not public', () => {
    expect(addPreview(page, { origin: 'https://research.example', path: undefined })).not.toContain('og:url');
    expect(addPreview(page, { origin: undefined, path: '/' })).not.toMatch(/og:(url|image)/);
  });
});

it.each([
  ['/dashboard/study-apply/1', true],
  ['/Dashboard/Study-Apply/1/', true],
  ['/dashboard/study-apply/', false],
  ['/dashboard/study-apply/1/2', false],
  ['/dashboard/study-applicants/1', false],
])('%s is a link to a study: %s', (path, is) => {
  expect(isStudyPath(path)).toBe(is);
});

describe('the public list of open studies', () => {
  const listPage = `${marks.begin('STUDY_GONE')}Gone${marks.end}${marks.begin('TOO_MANY_READERS')}Later${marks.end}`;

  it.each([
    [null, ''],
    ['STUDY_GONE', 'Gone'],
    ['TOO_MANY_READERS', 'Later'],
  ] as const)('gives the reason for showing a study first: %s', (notice, text) => {
    expect(fillStudies(listPage, [], notice)).toBe(text);
  });
});

describe('the page of one study', () => {
  const { signUp, endSignUp, ofStudy } = marks;
  const studyPage =
    `<p>${ofStudy('TEXT')}</p>${signUp}<i>first</i>${endSignUp}<b>log in</b>` +
    `${signUp}<a href="${ofStudy('SIGN_UP')}">sign up</a>${endSignUp}<b>all</b>`;
  const byInvitation = {
    id: '0190a0c4-7d3b-7c32-9d5d-000000000001',
    publicName: `Name ${signUp} ${endSignUp}`,
    companyName: null,
    durationInMinutes: 30,
    incentive: 0,
    meetingWay: 'PHONE',
    isListed: false,
    details: null,
  } satisfies PublicStudy;
  const forAll = {
    ...byInvitation,
    details: {
      description: 'About sleep',
      ethics: null,
      availableDates: ['2026-12-01'],
      minimumAge: 18,
      maximumAge: 60,
      gender: ['FEMALE'],
    },
  } satisfies PublicStudy;

  it('offers sign-up on an invite-only study only to people with an invitation', () => {
    const pageForOthers = fillStudy(studyPage, byInvitation, '?from=link');
    expect(pageForOthers).toBe(`<p>${openStudiesWords.invitedOnlyText}</p><b>log in</b><b>all</b>`);
    const toInvited = fillStudy(studyPage, byInvitation, '?from=invitation&invitation=abc');
    expect(toInvited).toContain(`<p>${openStudiesWords.invitedText}</p><i>first</i><b>log in</b><a href="`);
    expect(toInvited).toContain('sign up</a><b>all</b>');
    expect(fillStudy(studyPage, forAll)).toMatch(/<p>About sleep<\/p><i>first<\/i>.*sign up<\/a><b>all<\/b>/);
    expect(fillStudy(studyPage, byInvitation, '?from=invitation&invitation=')).toBe(pageForOthers);
  });

  it('describes an online study without meetings, and for invited people without its last day', () => {
    const survey = { minutes: 8, medianMinutes: null, screenOutPay: 1, closesOn: '2026-12-05' };
    const online = { ...forAll, incentive: 6, durationInMinutes: 8, survey };
    const text = `${ofStudy('PAY')} / ${ofStudy('STUDY_DETAILS')}`;
    const pay = 'GH₵ 6.00, about GH₵ 45.00 an hour';
    expect(fillStudy(text, online)).toBe(`${pay} / Online · about 8 min · until\u00A005\u00A0Dec`);
    expect(fillStudy(text, { ...online, details: null })).toBe(`${pay} / Online · about 8 min`);
    const longer = { ...online, survey: { ...survey, medianMinutes: 14 } };
    expect(fillStudy(text, longer)).toMatch(
      /about GH₵ 25\.71 an hour .* about 8 min \(others needed 14 min\)/,
    );
  });

  it('does not ask a signed-in person to log in for an invite-only study', () => {
    const text = ofStudy('TEXT_SIGNED_IN');
    const { invitedOnlyTextSignedIn, invitedTextSignedIn } = openStudiesWords;
    expect(fillStudy(text, byInvitation, '?invitation=')).toBe(invitedOnlyTextSignedIn);
    expect(fillStudy(text, byInvitation, '?invitation=abc')).toBe(invitedTextSignedIn);
    expect(fillStudy(text, forAll, '?invitation=abc')).toBe('About sleep');
  });
});
