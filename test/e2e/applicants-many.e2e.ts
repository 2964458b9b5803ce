import type { Page } from '@playwright/test';
import type { Page as ListPage } from '@app/contracts/endpoint.ts';
import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { expect, test } from './fixtures.ts';
import { openApplicants, startRecruiting, table } from './recruiting.ts';
import { longestTask } from './cpu-work.ts';

const SELECT_ALL_ID = 'select-all-applicants';
const MANY = 1000;
const SIZE = 100;

/**
 * Limits in ms of one task on a phone a quarter as fast. Alone they take 4 to 140, beside another test more.
 * They detect work that grows with the rows.
 */
const most: Record<string, number> = {
  scroll: 250,
  one: 300,
  open: 300,
  rows: 450,
  all: 600,
};

/** The best of several tries has the least noise: the engine sometimes collects garbage. */
const bestOf = (tries: number[]) => Math.min(...tries);

/** Repeats the rows of the server's own response: registering a thousand people would take minutes. */
async function multiply(page: Page): Promise<void> {
  const isList = (url: URL) => url.pathname.endsWith('/applications');
  await page.route(isList, async (route) => {
    const answer = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/page=\d+/, 'page=0'),
    });
    const { content } = (await answer.json()) as ListPage<Applicant>;
    const number = Number(new URL(route.request().url()).searchParams.get('page'));
    const rows = Array.from({ length: SIZE }, (_, at) => {
      const place = number * SIZE + at;
      const row = content[place % content.length]!;
      return {
        ...row,
        id: row.id.slice(0, -4) + String(place).padStart(4, '0'),
        lastName: `Number ${place}`,
      };
    });
    const paging = {
      totalElements: MANY,
      totalPages: MANY / SIZE,
      number,
      size: SIZE,
      numberOfElements: SIZE,
    };
    await route.fulfill({ response: answer, json: { content: rows, ...paging } });
  });
}

test('AP7 a thousand applicants scroll, are selected and opened without a long pause on a slow phone', async ({
  visit,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 35 });
  for (const answer of ['Every day', 'Never', 'Every day'] as const) await recruiting.apply(answer);
  const page = await visit();
  await multiply(page);
  await openApplicants(page, recruiting);
  const rows = table(page).getByRole('rowheader');
  await expect(rows).toHaveCount(SIZE);

  // A script does this, because locators would search all rows as part of the page's work.
  const act = (script: string, isDone: string) =>
    longestTask(page, () =>
      page.evaluate(`new Promise((done) => {
        const look = () => (${isDone} ? done() : requestAnimationFrame(look));
        ${script};
        look();
      })`),
    );
  const checked = "document.querySelectorAll('tbody input:checked').length";
  const drawn: number[] = [];
  for (let count = SIZE; count < MANY; count += SIZE) {
    drawn.push(
      await act(
        'scrollTo(0, document.documentElement.scrollHeight)',
        `document.querySelectorAll('[role=table] tbody').length > ${count}`,
      ),
    );
  }
  const longest: Record<string, number> = { rows: bestOf(drawn) };
  const scrolled: number[] = [];
  for (const y of [20_000, 10_000, 15_000]) scrolled.push(await act(`scrollTo(0, ${y})`, `scrollY === ${y}`));
  longest.scroll = bestOf(scrolled);
  longest.all = await act(`document.getElementById('${SELECT_ALL_ID}').click()`, `${checked} === ${MANY}`);
  const one: number[] = [];
  for (const left of [MANY - 1, MANY, MANY - 1]) {
    one.push(await act("document.querySelector('tbody input').click()", `${checked} === ${left}`));
  }
  longest.one = bestOf(one);
  const opened: number[] = [];
  for (const at of [0, 1, 2]) {
    opened.push(
      await act(
        `document.querySelectorAll('tbody th button[aria-expanded]')[${at}].click()`,
        `document.querySelectorAll('tbody form').length === ${at + 1}`,
      ),
    );
  }
  longest.open = bestOf(opened);
  await expect(page.getByText(words.selected(MANY - 1))).toBeVisible();
  for (const [what, milliseconds] of Object.entries(longest)) {
    expect.soft(milliseconds, what).toBeLessThan(most[what]!);
  }
});
