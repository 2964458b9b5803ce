import {
  type PageMark,
  type PageSetting,
  digitsOf,
  marks,
  PAGE_SETTINGS,
  settingMeta,
  STUDY_MARKS,
  type StudyMark,
} from '@app/contracts/page-marks.ts';
import type { PublicStudy } from '@app/contracts/project/browsing.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { dayWords } from '@app/words/days.ts';
import { choiceWords } from '@app/words/choices.ts';
import { openStudiesWords } from '@app/words/open-studies.ts';
import { studyFactsWords } from '@app/words/study-facts.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { homeWords } from '@app/words/public.ts';
import { escapeHtml } from '@app/kit/html.ts';

export type PageSettings = Readonly<Partial<Record<PageSetting, string | undefined>>>;

export interface Filling {
  settings: PageSettings;
  isSignedIn: boolean;
}

/** Parts that depend on a mark: theirs where it holds, else the other's. */
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

/** A page with what the build could not know of the installation and of who asks. */
export function fillPage(html: string, { settings, isSignedIn }: Filling): string {
  let page = choose(html, 'SIGNED_IN', isSignedIn);
  let head = '';
  for (const name of PAGE_SETTINGS) {
    const value = settings[name];
    page = choose(page, name, value !== undefined)
      .replaceAll(marks.value(name), () => escapeHtml(value ?? ''))
      .replaceAll(marks.digits(name), () => digitsOf(value ?? ''));
    if (value !== undefined) head += metaTag('name', settingMeta(name), escapeHtml(value));
  }
  return page.replace('</head>', () => `${head}</head>`);
}

function daysOf(days: readonly string[]): string {
  const dayOf = (day = '') => {
    const date = new Date(`${day}T00:00:00Z`);
    return dayWords.dayOfMonth(date.getUTCDate(), dayWords.shortMonths[date.getUTCMonth()] ?? '');
  };
  const [first, last] = [dayOf(days[0]), dayOf(days.at(-1))];
  return days.length === 1 ? first : studyFactsWords.manyDays(days.length, first, last);
}

function ethicsOf({ ethics }: PublicStudy): string[] {
  if (ethics === null) return [];
  if (ethics.approval === 'NOT_NEEDED') return [studyFactsWords.approvalNotNeeded(ethics.reason)];
  const { committee, number, validUntil } = ethics;
  const end = new Date(validUntil);
  const month = dayWords.shortMonths[end.getUTCMonth()] ?? '';
  const until = dayWords.withYear(end.getUTCDate(), month, end.getUTCFullYear());
  return [studyFactsWords.approvedBy(committee), studyFactsWords.approval(number, until)];
}

function wordsOf(study: PublicStudy): Record<StudyMark, string> {
  const durations: Readonly<Record<number, string>> = choiceWords.durationInMinutes;
  const facts = [
    durations[study.durationInMinutes] ?? '',
    studyFactsWords.ways[study.meetingWay],
    daysOf(study.availableDates),
  ];
  return {
    ADDRESS: paths.openStudy(study.id),
    APPLY: paths.studyApply(study.id),
    NAME: study.publicName,
    TEXT: study.description,
    PAY: study.incentive > 0 ? openStudiesWords.paid(study.incentive) : openStudiesWords.notPaid,
    FACTS: facts.join(' · '),
    PEOPLE: [
      openStudiesWords.people(study.gender, study.minimumAge, study.maximumAge),
      ...ethicsOf(study),
    ].join(' · '),
  };
}

/** The page of open studies with what stands for each of them once, repeated. */
export function fillStudies(html: string, studies: readonly PublicStudy[]): string {
  const page = choose(html, 'STUDIES', studies.length > 0);
  const [before = '', rest] = page.split(marks.eachStudy);
  if (rest === undefined) return page;
  const [item = '', after = ''] = rest.split(marks.endStudy);
  // In one pass: what a study is called may look like a mark.
  const ofStudy = new RegExp(STUDY_MARKS.map((mark) => RegExp.escape(marks.ofStudy(mark))).join('|'), 'g');
  const byText = new Map(STUDY_MARKS.map((mark) => [marks.ofStudy(mark), mark]));
  const items = studies.map((study) => {
    const words = wordsOf(study);
    return item.replaceAll(ofStudy, (text) => escapeHtml(words[byText.get(text) ?? 'NAME']));
  });
  return before + items.join('') + after;
}

export function previewOf(study: PublicStudy): Preview {
  const { PAY, FACTS, PEOPLE } = wordsOf(study);
  return { title: openStudiesWords.preview(study.publicName), description: [PAY, FACTS, PEOPLE].join(' · ') };
}

export const dependsOnSession = (html: string) => html.includes(marks.begin('SIGNED_IN'));

const metaTag = (kind: 'name' | 'property', name: string, escaped: string) =>
  `<meta ${kind}="${name}" content="${escaped}"/>`;

export interface Preview {
  title: string;
  description: string;
}

interface Place {
  /** Where the pages are reached; previews want whole addresses. */
  origin: string | undefined;
  /** Absent where the address holds what is not for all, such as the token of a letter. */
  path: string | undefined;
  /** Instead of what the page says of itself. */
  preview?: Preview | undefined;
}

const textOf = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];

/** Adds the link preview (Open Graph): what the page says of itself, which is the same for everybody. */
export function addPreview(html: string, { origin, path, preview }: Place): string {
  const title = preview
    ? escapeHtml(preview.title)
    : (textOf(html, /<title>([^<]*)<\/title>/) ?? PRODUCT_NAME);
  const description = preview
    ? escapeHtml(preview.description)
    : (textOf(html, /<meta name="description" content="([^"]*)"/) ?? escapeHtml(homeWords.description));
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
  return html.replace(
    '</head>',
    () => `${tags.map(([property, escaped]) => metaTag('property', property, escaped)).join('')}</head>`,
  );
}
