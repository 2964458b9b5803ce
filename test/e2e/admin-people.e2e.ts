import type { Page } from '@playwright/test';
import { auditEventWords } from '@app/words/admin-audit.ts';
import { adminDeliveryWords } from '@app/words/admin-deliveries.ts';
import { adminOperationWords as operations } from '@app/words/admin-operations.ts';
import { adminPeopleWords as people } from '@app/words/admin-people.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { testPhoneNumber } from '../support/people.ts';
import { barriersOn } from './accessibility.ts';
import { LOOKS, MOST_PRESSES, countPresses, enterAdminArea, makeEnrolmentLink, test } from './admin-area.ts';
import { expect } from './fixtures.ts';
import { newParticipant } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';

for (const { name, viewport, colorScheme } of LOOKS) {
  const isPhone = viewport.width === 360;
  test(`a new admin suspends and restores a person, and retries a dead letter: ${name}`, async ({
    newContext,
    adminUrl,
    database,
    product,
  }) => {
    const person = await newParticipant(product);
    const { link } = await makeEnrolmentLink(database, adminUrl, ['ADMIN']);
    const context = await newContext({
      viewport,
      colorScheme,
      ...(isPhone ? { hasTouch: true, isMobile: true } : {}),
    });
    const page: Page = await context.newPage();
    const look = async () => {
      expect(await barriersOn(page)).toEqual([]);
      if (isPhone) await expectRoomForFingers(page);
      if (isPhone) await expectToFitPhone(page);
    };
    const open = async (screen: string) => {
      await page.goto(adminUrl);
      const counted = countPresses(page);
      if (isPhone) await counted.press(words.menu);
      await counted.press(screen, 'link');
      await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
      return counted;
    };
    const dialog = page.getByRole('dialog');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
    await enterAdminArea(page, link);

    const number = testPhoneNumber(person.userId);
    const openPerson = async () => {
      const counted = await open(words.screens.people);
      await page.getByRole('searchbox').fill(number);
      const row = page.getByRole('row').filter({ hasText: person.email });
      await expect(page.getByText(words.found(1))).toBeVisible();
      await look();
      await counted.press(/./, 'link', row);
      await expect(page.getByText(person.userId)).toBeVisible();
      return counted;
    };
    const suspension = await openPerson();
    await look();

    await test.step('the number is in no address; the search stays with another filter and going back', async () => {
      await page.goBack();
      await expect(page.getByRole('searchbox')).toHaveValue(number);
      await page.getByRole('combobox', { name: people.role }).selectOption('PARTICIPANT');
      await expect(page).toHaveURL(`${adminUrl}/people?role=PARTICIPANT`);
      await page.reload();
      await expect(page.getByText(words.found(1))).toBeVisible();
      await page.getByRole('combobox', { name: people.role }).selectOption('RESEARCHER');
      await expect(page.getByText(words.nothingFound)).toBeVisible();
      await page.getByRole('button', { name: words.showAll }).click();
      await expect(page.getByRole('searchbox')).toHaveValue('');
      expect(asked.filter((url) => url.includes(number.slice(4)))).toEqual([]);
      await page.goto(`${adminUrl}/people/${person.userId}`);
    });
    await suspension.press(people.suspend);
    await page.getByRole('textbox', { name: people.reason }).fill('Many people complained');
    await look();
    await suspension.press(people.suspend, 'button', dialog);
    await expect(page.getByText(people.states.SUSPENDED).first()).toBeVisible();
    expect(suspension.presses()).toBeLessThanOrEqual(MOST_PRESSES);

    const restoration = await openPerson();
    await restoration.press(people.unsuspend);
    await restoration.press(people.unsuspend, 'button', dialog);
    await expect(page.getByText(people.states.ACTIVE).first()).toBeVisible();
    expect(restoration.presses()).toBeLessThanOrEqual(MOST_PRESSES);

    const data = { id: crypto.randomUUID(), kind: 'ACCOUNT_UNSUSPENDED', userId: person.userId };
    await database.query(
      `insert into identity_jobs.job (name, data, source_name)
      values ('emails-dead-letter', $1::jsonb, 'emails')`,
      [JSON.stringify(data)],
    );
    const retry = await open(words.screens.deadLetters);
    await look();
    await retry.press(new RegExp(`^${operations.retry} `));
    await retry.press(operations.retry, 'button', dialog);
    await expect(page.getByText(operations.noDeadLetters.title)).toBeVisible();
    expect(retry.presses()).toBeLessThanOrEqual(MOST_PRESSES);

    await page.goto(`${adminUrl}/deliveries?userId=${person.userId}`);
    await expect(page.getByText(adminDeliveryWords.onePerson)).toBeVisible();
    await look();
    await page.goto(`${adminUrl}/audit?userId=${person.userId}`);
    const entry = page.getByRole('row').filter({ hasText: auditEventWords.identity.PERSON_UNSUSPENDED });
    await expect(entry).toContainText('Efua Sarpong');
    await look();
  });
}
