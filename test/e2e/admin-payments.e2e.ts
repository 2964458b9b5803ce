import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import {
  adminExportWords,
  adminPaymentWords as words,
  adminProviderWords,
} from '@app/words/admin-payments.ts';
import { adminWords } from '@app/words/admin.ts';
import { barriersOn } from './accessibility.ts';
import { LOOKS, MOST_PRESSES, countPresses, enterAdminArea, makeEnrolmentLink, test } from './admin-area.ts';
import { expect } from './fixtures.ts';
import { expectRoomForFingers } from './phone.ts';

/** A payment that an account blocks, with the money that its researcher paid in. */
async function makeBlockedPayment(database: pg.Client): Promise<string> {
  const [study, payout] = [crypto.randomUUID(), crypto.randomUUID()];
  await database.query(
    `insert into payment.budgets (study_id, researcher_id, incentive_in_pesewas, payout_fee_in_pesewas, collection_fee_points, places)
    values ($1, gen_random_uuid(), 5000, 100, 195, 1)`,
    [study],
  );
  await database.query(
    `insert into payment.payouts (payout_id, kind, study_id, application_id, participant_code, person_id, pesewas,
      fee_in_pesewas, state, why, wallet_hint)
    values ($1, 'INCENTIVE', $2, gen_random_uuid(), 'P0123456789AB', gen_random_uuid(), 5000, 100, 'ACTION_NEEDED',
      'ACCOUNT_BLOCKED', '+233 •• ••• 4321')`,
    [payout, study],
  );
  const entries = [
    ['provider:mtn:float', `study:${study}:available`, 5100],
    [`study:${study}:available`, `study:${study}:payable`, 5000],
    [`study:${study}:available`, `study:${study}:promised`, 100],
  ];
  // A month ago too, so that there is a last month.
  for (const [subject, ago, rows] of [
    [`${payout} paid in`, '0 days', entries],
    [`${payout} before`, '1 month', [['provider:mtn:float', 'suspense:mtn', 100]]],
  ] as const) {
    const id = crypto.randomUUID();
    await database.query(
      `insert into payment.transactions (transaction_id, kind, subject, happened_at)
      values ($1, 'UNEXPLAINED', $2, date_trunc('month', now()) + interval '10 hours' - $3::interval)`,
      [id, subject, ago],
    );
    for (const [at, [debit, credit, pesewas]] of rows.entries())
      await database.query('insert into payment.postings values ($1, $2, $3, $4, $5)', [
        id,
        at,
        debit,
        credit,
        pesewas,
      ]);
  }
  return payout;
}

for (const { name, viewport, colorScheme } of LOOKS)
  test(`a new admin settles a payment and exports last month: ${name}`, async ({
    newContext,
    adminUrl,
    database,
  }) => {
    const isPhone = viewport.width === 360;
    const payout = await makeBlockedPayment(database);
    const { link } = await makeEnrolmentLink(database, adminUrl, ['FINANCE']);
    const page = await (
      await newContext({ viewport, colorScheme, ...(isPhone ? { hasTouch: true, isMobile: true } : {}) })
    ).newPage();
    await enterAdminArea(page, link);
    const look = async () => {
      expect(await barriersOn(page)).toEqual([]);
      if (isPhone) await expectRoomForFingers(page);
    };
    const open = async (screen: string) => {
      const counted = countPresses(page);
      if (isPhone) await counted.press(adminWords.menu);
      await counted.press(screen, 'link');
      await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
      return counted;
    };

    const settlement = await open(adminWords.screens.payments);
    const row = page
      .getByRole('row')
      .filter({ hasText: words.whys['ACCOUNT_BLOCKED'] ?? '' })
      .last();
    await expect(row).toContainText('•• ••• 4321');
    await look();
    await settlement.press(words.openOf('Incentive GH₵ 50.00'), 'button', row);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(payout);
    const confirm = words.decisions.SETTLE_PAID.label;
    await expect(dialog.getByRole('button', { name: confirm })).toBeDisabled();
    await look();
    await dialog.getByRole('textbox', { name: words.evidence }).fill('Receipt 17 of 24 November');
    await settlement.press(confirm, 'button', dialog);
    await expect(page.getByText(words.states['SUCCEEDED'] ?? '')).toBeVisible();
    await expect(page.getByText(payout)).toBeHidden();
    expect(settlement.presses()).toBeLessThanOrEqual(MOST_PRESSES);
    const { rows } = await database.query('select state from payment.payouts where payout_id = $1', [payout]);
    expect(rows).toEqual([{ state: 'SUCCEEDED' }]);

    await open(adminWords.screens.providers);
    await expect(page.getByRole('button', { name: adminProviderWords.pause }).first()).toBeVisible();
    await look();

    const saving = await open(adminWords.screens.exports);
    await look();
    const months = page.getByRole('list', { name: adminExportWords.months }).getByRole('listitem');
    const download = page.waitForEvent('download');
    await saving.press(/./, 'button', months.nth(1));
    expect(saving.presses()).toBeLessThanOrEqual(MOST_PRESSES);
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^payments-20\d\d-\d\d\.csv$/);
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFF"Time \(GMT\)"/);
  });
