import {
  type PageMark,
  type PageSetting,
  stripNonDigits,
  marks,
  PAGE_SETTINGS,
  settingMeta,
  STUDY_MARKS,
  type StudiesNotice,
  type StudyMark,
} from '@app/contracts/page-marks.ts';
import type { PublicStudy } from '@app/contracts/project/browsing.ts';
import { logInOnTheWay, paths, signUpOnTheWay } from '@app/contracts/web-paths.ts';
import { dayAndMonth, longDate } from '@app/words/days.ts';
import { choiceWords } from '@app/words/choices.ts';
import { openStudiesWords } from '@app/words/open-studies.ts';
import { studyDetailsWords } from '@app/words/study-details.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { homeWords } from '@app/words/home.ts';
import { escapeHtml } from '@app/kit/html.ts';

export type PageSettings = Readonly<Partial<Record<PageSetting, string | undefined>>>;

export interface Filling {
  settings: PageSettings;
  isSignedIn: boolean;
}

function choose(html: string, name: PageMark, holds: boolean): string {
  return html
    .split(marks.begin(name))
    .map((part, at) => {
      if (at === 0) return part;
      const [inside = '', ...after] = part.split(marks.end);
      const [then = '', otherwise = ''] = inside.split(marks.otherwise);
      return (holds ? then : otherwise) + after.join(marks.end);
    })
    .join('');
}

export function fillPage(html: string, { settings, isSignedIn }: Filling): string {
  let page = choose(html, 'SIGNED_IN', isSignedIn);
  let head = '';
  for (const name of PAGE_SETTINGS) {
    const value = settings[name];
    page = choose(page, name, value !== undefined)
      .replaceAll(marks.value(name), () => escapeHtml(value ?? ''))
      .replaceAll(marks.digits(name), () => stripNonDigits(value ?? ''));
    if (value !== undefined) head += metaTag('name', settingMeta(name), escapeHtml(value));
  }
  return page.replace('</head>', () => `${head}</head>`);
}

function dayRange(days: readonly string[]): string {
  const [first, last] = [dayAndMonth(days[0] ?? ''), dayAndMonth(days.at(-1) ?? '')];
  return days.length === 1 ? first : studyDetailsWords.manyDays(days.length, first, last);
}

type Details = NonNullable<PublicStudy['details']>;

function ethicsLines({ ethics }: Details): string[] {
  if (ethics === null) return [];
  if (ethics.approval === 'NOT_NEEDED') return [studyDetailsWords.approvalNotNeeded(ethics.reason)];
  const { committee, number, validUntil } = ethics;
  return [studyDetailsWords.approvedBy(committee), studyDetailsWords.approval(number, longDate(validUntil))];
}

const isInvited = (search: string) => Boolean(new URLSearchParams(search).get('invitation'));

/** `search` is the query of the address, which says how the visitor found the study. */
function studyMarks(study: PublicStudy, search: string): Record<StudyMark, string> {
  const { details } = study;
  const durations: Readonly<Record<number, string>> = choiceWords.durationInMinutes;
  const { survey } = study;
  const { online, aboutMinutes, until } = studyDetailsWords;
  const studyDetails = (
    survey
      ? [
          online,
          aboutMinutes(survey.minutes, survey.medianMinutes),
          ...(details ? [until(dayAndMonth(survey.closesOn))] : []),
        ]
      : [
          durations[study.durationInMinutes] ?? '',
          studyDetailsWords.ways[study.meetingWay],
          ...(details ? [dayRange(details.availableDates)] : []),
        ]
  ).join(' · ');
  const people = details
    ? [
        openStudiesWords.people(details.gender, details.minimumAge, details.maximumAge),
        ...ethicsLines(details),
      ]
    : [openStudiesWords.invitedOnly];
  const company = study.companyName ?? studyDetailsWords.unnamedCompany;
  const paid = survey
    ? studyDetailsWords.paidOnline(study.incentive, survey.minutes, survey.medianMinutes)
    : openStudiesWords.paid(study.incentive);
  const pay = study.incentive > 0 ? paid : openStudiesWords.notPaid;
  const { invitedText, invitedTextSignedIn, invitedOnlyText, invitedOnlyTextSignedIn } = openStudiesWords;
  const [text, textSignedIn] = details
    ? [details.description, details.description]
    : isInvited(search)
      ? [invitedText, invitedTextSignedIn]
      : [invitedOnlyText, invitedOnlyTextSignedIn];
  const apply = `${paths.studyApply(study.id)}${search}`;
  return {
    ADDRESS: paths.openStudy(study.id),
    NAME: study.publicName,
    COMPANY: company,
    TEXT: text,
    TEXT_SIGNED_IN: textSignedIn,
    PAY: pay,
    STUDY_DETAILS: studyDetails,
    PEOPLE: people.join(' · '),
    PREVIEW: [pay, studyDetails, company, people[0]].join(' · '),
    APPLY: apply,
    SIGN_UP: signUpOnTheWay(apply),
    LOG_IN: logInOnTheWay(apply),
  };
}

const showSignUp = (html: string, isShown: boolean) =>
  html
    .split(marks.signUp)
    .flatMap((part, at) => (at === 0 || isShown ? part : part.split(marks.endSignUp).slice(1)))
    .join('')
    .replaceAll(marks.endSignUp, '');

const EACH_MARK = new RegExp(STUDY_MARKS.map((mark) => RegExp.escape(marks.ofStudy(mark))).join('|'), 'g');
const MARK_OF = new Map(STUDY_MARKS.map((mark) => [marks.ofStudy(mark), mark]));

/** All placeholders are filled in one pass, because the name of a study may look like a placeholder. */
export function fillStudy(html: string, study: PublicStudy, search = ''): string {
  const words = studyMarks(study, search);
  // If a study is invite-only, only invited people get something from a new account.
  const maySignUp = study.details !== null || isInvited(search);
  return showSignUp(html, maySignUp).replaceAll(EACH_MARK, (text) =>
    escapeHtml(words[MARK_OF.get(text) ?? 'NAME']),
  );
}

const NOTICES = ['STUDY_GONE', 'TOO_MANY_READERS'] as const satisfies StudiesNotice[];

export function fillStudies(
  html: string,
  studies: readonly PublicStudy[],
  notice: StudiesNotice | null,
): string {
  const filled = choose(html, 'STUDIES', studies.length > 0);
  const page = NOTICES.reduce((text, name) => choose(text, name, name === notice), filled);
  const [before = '', rest] = page.split(marks.eachStudy);
  if (rest === undefined) return page;
  const [item = '', after = ''] = rest.split(marks.endStudy);
  return before + studies.map((study) => fillStudy(item, study)).join('') + after;
}

export const dependsOnSession = (html: string) => html.includes(marks.begin('SIGNED_IN'));

const metaTag = (kind: 'name' | 'property', name: string, escaped: string) =>
  `<meta ${kind}="${name}" content="${escaped}"/>`;

interface Preview {
  title: string;
  description: string;
}

interface Place {
  /** Previews of links need whole addresses. */
  origin: string | undefined;
  /** Undefined for a path that contains a secret, such as the token of an email link. */
  path: string | undefined;
  isUnlisted?: boolean;
  preview?: Preview | undefined;
}

const firstMatch = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];

export function addPreview(html: string, { origin, path, isUnlisted, preview }: Place): string {
  const title = preview
    ? escapeHtml(preview.title)
    : (firstMatch(html, /<title>([^<]*)<\/title>/) ?? PRODUCT_NAME);
  const description = preview
    ? escapeHtml(preview.description)
    : (firstMatch(html, /<meta name="description" content="([^"]*)"/) ?? escapeHtml(homeWords.description));
  const tags: [property: string, escaped: string][] = [
    ['og:site_name', PRODUCT_NAME],
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ...(origin === undefined ? [] : [['og:image', `${origin}/icon-512.png`] satisfies [string, string]]),
    ...(origin === undefined || path === undefined
      ? []
      : [['og:url', `${origin}${path}`] satisfies [string, string]]),
  ];
  const previewTags = tags.map(([property, escaped]) => metaTag('property', property, escaped)).join('');
  const canonical =
    path === undefined ? '' : `<link rel="canonical" href="${escapeHtml(`${origin ?? ''}${path}`)}"/>`;
  const robots = isUnlisted ? metaTag('name', 'robots', 'noindex') : '';
  return html.replace('</head>', () => `${previewTags}${canonical}${robots}</head>`);
}
