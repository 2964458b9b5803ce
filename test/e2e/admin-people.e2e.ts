import type { Locator, Page } from '@playwright/test';
import { auditEventWords } from '@app/words/admin-audit.ts';
import { adminDeliveryWords } from '@app/words/admin-deliveries.ts';
import { adminOperationWords as operations } from '@app/words/admin-operations.ts';
import { adminPeopleWords as people } from '@app/words/admin-people.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { testPhoneNumber } from '../support/people.ts';
import { barriersOn } from './accessibility.ts';
import { LOOKS, MOST_PRESSES, addAuthenticator, makeEnrolmentLink, test } from './admin-area.ts';
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
    await addAuthenticator(page);
    let presses = 0;
    const press = async (target: Locator) => {
      presses += 1;
      await target.click();
    };
    const look = async () => {
      expect(await barriersOn(page)).toEqual([]);
      if (isPhone) await expectRoomForFingers(page);
      if (isPhone) await expectToFitPhone(page);
    };
    const begin = async () => {
      await page.goto(adminUrl);
      await expect(page.getByRole('heading', { name: words.screens.home, level: 1 })).toBeVisible();
      presses = 0;
    };
    const choose = async (screen: string) => {
      if (isPhone) await press(page.getByRole('button', { name: words.menu }));
      await press(page.getByRole('link', { name: screen, exact: true }).filter({ visible: true }).last());
      await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
    };
    const confirm = (verb: string) =>
      page.getByRole('dialog').getByRole('button', { name: verb, exact: true });

    await page.goto(link);
    await press(page.getByRole('button', { name: words.createPasskey }));
    await expect(page.getByRole('heading', { name: words.screens.home, level: 1 })).toBeVisible();

    const openPerson = async () => {
      await begin();
      await choose(words.screens.people);
      await page.getByRole('searchbox').fill(testPhoneNumber(person.userId));
      const row = page.getByRole('row').filter({ hasText: person.email });
      await expect(page.getByText(words.found(1))).toBeVisible();
      if (presses < 3) await look();
      await press(row.getByRole('link').first());
      await expect(page.getByText(person.userId)).toBeVisible();
    };
    await openPerson();
    await look();
    await press(page.getByRole('button', { name: people.suspend, exact: true }));
    await page.getByRole('textbox', { name: people.reason }).fill('Many people complained');
    await look();
    await press(confirm(people.suspend));
    await expect(page.getByText(people.states.SUSPENDED).first()).toBeVisible();
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);

    await openPerson();
    await press(page.getByRole('button', { name: people.unsuspend, exact: true }));
    await press(confirm(people.unsuspend));
    await expect(page.getByText(people.states.ACTIVE).first()).toBeVisible();
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);

    const data = { id: crypto.randomUUID(), kind: 'ACCOUNT_UNSUSPENDED', userId: person.userId };
    await database.query(
      `insert into identity_jobs.job (name, data, source_name)
      values ('emails-dead-letter', $1::jsonb, 'emails')`,
      [JSON.stringify(data)],
    );
    await begin();
    await choose(words.screens.deadLetters);
    await look();
    await press(page.getByRole('button', { name: new RegExp(`^${operations.retry} `) }));
    await press(confirm(operations.retry));
    await expect(page.getByText(operations.noDeadLetters.title)).toBeVisible();
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);

    await page.goto(`${adminUrl}/deliveries?userId=${person.userId}`);
    await expect(page.getByText(adminDeliveryWords.onePerson)).toBeVisible();
    await look();
    await page.goto(`${adminUrl}/audit?userId=${person.userId}`);
    const entry = page.getByRole('row').filter({ hasText: auditEventWords.identity.PERSON_UNSUSPENDED });
    await expect(entry).toContainText('Efua Sarpong');
    await look();
  });
}
