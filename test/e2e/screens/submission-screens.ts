import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { type Application, listOwnApplications } from '@app/contracts/project/applications.ts';
import type { CompletionMeaning } from '@app/contracts/project/survey.ts';
import {
  type OwnSubmission,
  enterCompletionCode,
  listOwnSubmissions,
} from '@app/contracts/project/submissions.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicantWords as applicants } from '@app/words/applicants.ts';
import { myStudiesWords as myStudies } from '@app/words/my-studies.ts';
import {
  completionWords as returned,
  openSurveyWords as opening,
  ownSubmissionWords as words,
} from '@app/words/own-submissions.ts';
import { studySurveyWords } from '@app/words/study-survey.ts';
import { submissionReviewWords as review } from '@app/words/submission-review.ts';
import { dayAhead } from '../../../services/project/test/studies.ts';
import { logInAs } from './screen-data.ts';
import type { Screen } from './screen.ts';

const minutesAhead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const STARTED: OwnSubmission = {
  id: '01990000-0000-7000-8000-000000099001',
  studyId: '01990000-0000-7000-8000-000000099002',
  status: 'STARTED',
  outcome: null,
  startedAt: minutesAhead(-50),
  expiresAt: minutesAhead(10),
  submittedAt: null,
  paidBy: null,
  finalAt: null,
  isExtended: false,
  startsLeft: 2,
  rejection: null,
  appealUntil: null,
  appealedAt: null,
  adminDecision: null,
  survey: { address: 'https://survey.example/x', host: 'survey.example', minutes: 8 },
  study: { publicName: 'How you listen to the radio', incentive: 6, screenOutPay: 1 },
};
const REJECTED: Partial<OwnSubmission> = {
  status: 'REJECTED',
  rejection: { reason: 'NO_ANSWERS', note: 'I cannot find your code in my data.' },
  appealUntil: minutesAhead(60),
};

/** Shows the first application as one of an online study, with this submission. */
const withSurvey =
  (given: Partial<OwnSubmission>, lead?: (page: Page) => Promise<void>) => async (page: Page) => {
    await page.route(`**${PROJECT_BASE}${listOwnApplications.path}?*`, async (route) => {
      const reply = (await (await route.fetch()).json()) as { content: Application[] };
      const { study, ...first } = reply.content[0]!;
      const survey = { minutes: 8, medianMinutes: null, screenOutPay: 1, closesOn: dayAhead(5) };
      const online = {
        ...study,
        ...STARTED.study,
        id: STARTED.studyId,
        survey,
        choosing: 'AT_ONCE',
      } as const;
      const application = { ...first, status: 'ACCEPTED', startBy: minutesAhead(20), study: online };
      await route.fulfill({ json: { ...reply, content: [application], totalElements: 1, totalPages: 1 } });
    });
    await page.route(`**${PROJECT_BASE}${listOwnSubmissions.path}`, (route) =>
      route.fulfill({ json: { content: given.status === undefined ? [] : [{ ...STARTED, ...given }] } }),
    );
    await page.reload();
    await lead?.(page);
  };
const press = (page: Page, name: string) =>
  page.getByRole('button', { name: words.of(name, STARTED.study.publicName) }).click();

const ownSurvey = (name: string, given: Partial<OwnSubmission>, shows: string, button?: string): Screen => ({
  name,
  as: 'abena',
  path: paths.studies,
  shows,
  lead: withSurvey(given, (page) =>
    button === undefined ? page.getByText(words.heading).waitFor() : press(page, button),
  ),
});

/** Answers the code with this submission, or without one with a failure. */
const back = (
  name: string,
  shows: string,
  answer: Partial<OwnSubmission> | 'OFFLINE' | 'WRONG' | { meaning: CompletionMeaning },
): Screen => ({
  name,
  as: 'abena',
  path: paths.completion('22222222'),
  shows,
  async lead(page) {
    await page.route(`**${PROJECT_BASE}${enterCompletionCode.path}`, (route) => {
      if (answer === 'OFFLINE') return route.abort();
      if (answer === 'WRONG') return route.continue();
      const reply =
        'meaning' in answer
          ? { ...answer, submission: null }
          : { meaning: 'COMPLETED', submission: { ...STARTED, ...answer } };
      return route.fulfill({ json: { content: reply } });
    });
    await page.reload();
  },
});

const approve = (page: Page) => page.getByRole('button', { name: /^Approve \d+$/ });

export const ownSubmissionScreens: Screen[] = [
  ownSurvey('survey-place', {}, myStudies.parts.COMING_UP),
  ownSurvey('survey-countdown', { status: 'STARTED' }, myStudies.parts.COMING_UP),
  ownSurvey('survey-leaving', { status: 'STARTED' }, opening.leavingTitle, opening.open),
  ownSurvey('survey-no-code', { status: 'STARTED' }, words.finishing.title, words.noCode),
  ownSurvey('survey-timed-out', { status: 'TIMED_OUT' }, myStudies.parts.COMING_UP),
  ownSurvey('survey-rejected', REJECTED, myStudies.parts.PAST),
  ownSurvey('survey-appeal', REJECTED, words.appealing.title, words.appeal),
  back('return-submitted', words.titles.SUBMITTED, { status: 'SUBMITTED', paidBy: minutesAhead(4320) }),
  back('return-screened-out', words.titles.SCREENED_OUT, { status: 'SCREENED_OUT' }),
  back('return-not-eligible', words.titles.RETURNED, { status: 'RETURNED' }),
  back('return-test', returned.testTitle.COMPLETED, { meaning: 'COMPLETED' }),
  back('return-wrong-code', returned.wrongTitle, 'WRONG'),
  back('return-offline', returned.offlineTitle, 'OFFLINE'),
  {
    ...back('return-another-person', returned.anotherTitle, 'OFFLINE'),
    async lead(page, { product }) {
      const { userId } = await logInAs(product, 'kofi');
      await page.evaluate(`sessionStorage.setItem('completionOwner 22222222', '${JSON.stringify(userId)}')`);
      await page.reload();
    },
  },
  { name: 'return-signed-out', path: paths.completion('22222222'), shows: returned.logInTitle },
];

export const submissionScreens: Screen[] = [
  {
    name: 'online-study',
    as: 'ama',
    path: ({ online }) => paths.study(online),
    shows: studySurveyWords.heading,
  },
  {
    name: 'submitted-surveys',
    as: 'ama',
    path: ({ online }) => `${paths.studyApplicants(online)}?submission=SUBMITTED`,
    shows: applicants.heading,
    lead: (page) => approve(page).waitFor(),
  },
  {
    name: 'compare-surveys',
    as: 'ama',
    path: ({ online }) => `${paths.studyApplicants(online)}?submission=SUBMITTED`,
    shows: review.compare,
    async lead(page) {
      await page.getByRole('button', { name: review.compare, exact: true }).click();
      await page.getByRole('textbox', { name: review.pasted }).fill('P1A2B3C4D5E6F');
      await page.getByRole('checkbox', { name: /^P/ }).first().check();
    },
  },
  {
    name: 'reject-survey',
    as: 'ama',
    path: ({ online }) => `${paths.studyApplicants(online)}?submission=SUBMITTED`,
    shows: /^Reject /,
    lead: (page) =>
      page.getByRole('table').getByRole('button', { name: applicants.ofSurvey.decline }).first().click(),
  },
];
