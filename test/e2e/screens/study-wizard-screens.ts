import type { Page } from '@playwright/test';
import { ethicsWords as ethics } from '@app/words/ethics.ts';
import { meetingFieldWords as meetings } from '@app/words/meeting-fields.ts';
import { exclusionWords as earlier } from '@app/words/exclusions.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { quotaWords as quotas } from '@app/words/quotas.ts';
import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import { surveyPlanWords as surveys } from '@app/words/survey-plan.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { createStudy, editStudy } from '@app/contracts/project/study-calls.ts';
import { dayAhead } from '../../../services/project/test/studies.ts';
import { callProduct } from '../call-product.ts';
import { writeItems } from '../stored-items.ts';
import { demographics, details, storedStages, screeners } from '../study-wizard-fixtures.ts';
import { type Ground, logInAs } from './screen-data.ts';
import type { Screen } from './screen.ts';

const projectPath = ({ project }: Ground) => `/dashboard/project/${project}`;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** Opens a stage with the stored earlier stages. */
const stage =
  (step: number, drafts: Readonly<Record<string, unknown>> = storedStages) =>
  async (page: Page, { project }: Ground) => {
    await writeItems(page, drafts);
    await page.goto(`/dashboard/create-study/${project}?step=${step}`);
  };

const [question] = screeners;
const plan = {
  availableDates: [],
  durationInMinutes: 30,
  desiredNumberOfParticipants: 900,
  availableTimes: [],
};

async function changedElsewhere(page: Page, { product, project }: Ground): Promise<void> {
  const as = await logInAs(product, 'ama');
  const body = { projectId: project, ...details, ...demographics, screeners };
  const { id } = await callProduct(product, createStudy, { as, body });
  await page.goto(`/dashboard/create-study/${project}?study=${id}`);
  await page.getByRole('textbox', { name: words.nameLabel, exact: true }).fill('Written here');
  await callProduct(product, editStudy, { as, params: { id }, body: { name: 'Written elsewhere' } });
  await page.reload();
}

/** The page itself takes the lock, like another tab. */
async function inAnotherTab(page: Page): Promise<void> {
  await page.evaluate("void navigator.locks.request('study-wizard', () => new Promise(() => {}))");
  await page.getByRole('link', { name: projects.createStudy }).first().click();
}

/** This question decides nothing, so stage 4 shows its notice. */
const blank = {
  id: 'aaaaaa',
  question: '',
  options: ['bbbbbb', 'cccccc'].map((id) => ({ id, answer: '', eligibility: '' })),
};

/** Begins a draft here, and leaves it for the project's page or for a copy of a study. */
async function begin(page: Page, { project }: Ground): Promise<void> {
  await page.goto(`/dashboard/create-study/${project}`);
  await page.getByRole('textbox', { name: words.nameLabel, exact: true }).fill('Begun here');
}

async function copyOver(page: Page, ground: Ground): Promise<void> {
  await begin(page, ground);
  await press(page, words.copyFrom);
  await page.getByRole('dialog').getByRole('list').getByRole('button').first().click();
}

const screen = (
  name: string,
  shows: string,
  lead: NonNullable<Screen['lead']>,
  picture?: Screen['picture'],
): Screen => ({ name, as: 'ama', path: projectPath, shows, lead, ...(picture ? { picture } : {}) });

const planned = {
  ...plan,
  availableDates: [dayAhead(2), dayAhead(3)],
  availableTimes: ['09:00 AM', '09:30 AM'],
};

/** One of its fields has an error. */
const online = {
  mode: 'ONLINE',
  survey: { address: 'https://ee.kobotoolbox.org/single/x1', minutes: 8, screenOutPay: 7 },
  closesOn: dayAhead(20),
  desiredNumberOfParticipants: 40,
  incentive: 6,
};

export const wizardScreens: Screen[] = [
  screen(
    'how-to-meet',
    words.publishHeading,
    async (page, ground) => {
      await stage(4, { ...storedStages, studyAvailability: planned })(page, ground);
      await page.getByText(meetings.way.IN_PERSON.label, { exact: true }).click();
      await press(page, meetings.change);
    },
    'both',
  ),
  screen('online-survey', words.onlineHeading, async (page, ground) => {
    await stage(4, { ...storedStages, studyAvailability: online })(page, ground);
    await page.getByText(surveys.noParticipant).waitFor();
  }),
  screen('single-times', meetings.withoutTitle, async (page, ground) => {
    await stage(4, { ...storedStages, studyAvailability: planned })(page, ground);
    await press(page, meetings.withoutTitle);
  }),
  screen('study-demographics', words.demographicsHeading, stage(2), 'light'),
  screen('ethics-and-consent', words.detailsHeading, async (page, ground) => {
    await stage(1)(page, ground);
    await press(page, words.ethicsAndConsent);
    await page.getByText(ethics.approval.APPROVED, { exact: true }).click();
    await page.getByRole('textbox', { name: ethics.numberLabel }).waitFor();
  }),
  screen('earlier-people', words.demographicsHeading, async (page, ground) => {
    await stage(2)(page, ground);
    await press(page, words.moreAboutThem);
    for (const title of Object.values(earlier.title)) {
      const fold = page.locator('details', { hasText: title });
      await fold.locator('summary').first().click();
      await fold.getByRole('checkbox').first().check();
    }
  }),
  screen('groups', words.publishHeading, async (page, ground) => {
    await stage(4, { ...storedStages, studyAvailability: { ...planned, desiredNumberOfParticipants: 12 } })(
      page,
      ground,
    );
    await page.getByText(quotas.open, { exact: true }).click();
    await press(page, quotas.make);
    await page.getByText(quotas.sum(12, 12)).waitFor();
  }),
  screen(
    'study-screener',
    words.screenerHeading,
    stage(3, {
      ...storedStages,
      screenerSurvey: [
        question,
        {
          ...question,
          id: 'dddddd',
          question: '',
          options: [
            { id: 'eeeeee', answer: 'Yes', eligibility: 'QUALIFY' },
            { id: 'ffffff', answer: 'yes', eligibility: '' },
          ],
        },
      ],
    }),
    'both',
  ),
  screen('study-times', words.timesLabel, async (page, ground) => {
    await stage(4, { ...storedStages, studyAvailability: plan })(page, ground);
    await press(page, words.timesLabel);
    await page.getByRole('searchbox').fill('9');
  }),
  screen(
    'study-preview',
    words.previewTitle,
    async (page, ground) => {
      await stage(4, { ...storedStages, studyAvailability: plan })(page, ground);
      await press(page, words.preview);
    },
    'light',
  ),
  screen(
    'study-publish-hinted',
    words.publishHeading,
    stage(4, { ...storedStages, screenerSurvey: [blank] }),
  ),
  screen('study-copy-from', words.copyFrom, async (page, { project }) => {
    await page.goto(`/dashboard/create-study/${project}`);
    await press(page, words.copyFrom);
    await page.getByRole('dialog').getByRole('list').waitFor();
  }),
  screen('study-copy-over', dialogs.copyOverTitle, copyOver),
  screen('draft-study', 'Begun here', async (page, ground) => {
    await begin(page, ground);
    await page.getByRole('link', { name: words.close }).click();
  }),
  screen('study-changed-elsewhere', dialogs.changedTitle, changedElsewhere),
  screen('study-in-another-tab', words.otherTabHeading, inAnotherTab),
];
