import type { Page } from '@playwright/test';
import { choiceWords } from '@app/words/choices.ts';
import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { profileChoiceWords as choices } from '@app/words/profile-choices.ts';
import {
  choose,
  group,
  keptStages,
  list,
  SETUP,
  storedUser,
  typeNumber,
} from '../participant-setup-fixtures.ts';
import { press, write } from './form-acts.ts';
import type { Screen } from './screen.ts';
import { writeItems } from '../stored-items.ts';

const { stages } = words;
const setUp = { as: 'kofi', path: SETUP } as const;

/** Opens a stage with everything filled in. */
const openAt = (step: number) => async (page: Page) => {
  await writeItems(page, keptStages);
  await page.goto(`${SETUP}?step=${step}`);
};

/** Fakes the server's response, so that the demo person does not change. */
async function finish(page: Page): Promise<void> {
  await openAt(4)(page);
  const content = { ...(await storedUser(page)), hasUserInfo: true, firstLogin: false };
  await page.route('**/users/user-information', (route) => route.fulfill({ json: { content } }));
  await typeNumber(page);
  await press(page, words.submit);
}

export const setUpScreens: Screen[] = [
  { ...setUp, name: 'set-up', shows: stages.demographics.heading, picture: 'light' },
  {
    ...setUp,
    name: 'set-up-mistakes',
    shows: stages.demographics.heading,
    lead: async (page) => {
      await list(page, words.month).selectOption('February');
      await write(page, { [words.day]: '31', [words.year]: '1996', [words.city]: '' });
      await choose(group(page, words.gender), choiceWords.gender.FEMALE);
      await list(page, words.education).focus();
      await list(page, words.education).blur();
    },
  },
  { ...setUp, name: 'set-up-employment', shows: stages.employment.heading, lead: openAt(2) },
  {
    ...setUp,
    name: 'set-up-devices',
    shows: stages['technical-details'].heading,
    lead: async (page) => {
      await openAt(3)(page);
      await choose(group(page, words.computerOs), choices.computerOs.WINDOWS);
    },
  },
  {
    ...setUp,
    name: 'set-up-payment',
    shows: stages.payment.heading,
    lead: async (page) => {
      await openAt(4)(page);
      await write(page, { [words.phoneNumber]: '024 123 45' });
    },
  },
  { ...setUp, name: 'set-up-done', shows: words.doneTitle, lead: finish },
];
