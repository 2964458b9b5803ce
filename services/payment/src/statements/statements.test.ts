import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readBudget } from '@app/contracts/payment/budgets.ts';
import { reportMissing } from '@app/contracts/payment/payouts.ts';
import * as contract from '@app/contracts/payment/statements.ts';
import { useApp } from '@app/test/support/app.ts';
import { TOTAL } from '@app/test/support/budgets.ts';
import { assignedPhoneNumber, paymentDeps } from '@app/test/support/payment-deps.ts';
import {
  codeForTest,
  advancePayoutNow,
  makeUnsentPayout,
  makeStudyWithPromisedPlaces,
} from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { readWorkbook } from '@app/test/support/read-workbook.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import { Failure } from '@app/kit/problem.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { statementWords } from '@app/words/statements.ts';
import { studyBody } from '../../../project/test/studies.ts';
import { createFakeProvider } from '#test/fake-provider.ts';
import type { Deps } from '../deps.ts';
import { pollReviewedPayout } from '../payouts/sending/poll-or-resend.ts';
import { readStudyNames } from '../project-peer.ts';

const app = useApp({}, undefined, { withWorkers: false });
let researcher: SignedInUser;
let participant: SignedInUser;
let studyId: string;
let applicationId: string;
let payoutId: string;
let deps: Deps;
const names = studyBody('');
let thisYear: string;
beforeAll(async () => {
  // After the start, which waits for the end of a day or of a year.
  thisYear = String(new Date().getUTCFullYear());
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
  studyId = await makeStudyWithPromisedPlaces(app, researcher);
  const unsentPayout = await makeUnsentPayout(app, { researcher, participant }, studyId);
  ({ applicationId, payoutId } = unsentPayout);
  await makeUnsentPayout(app, { researcher, participant }, studyId);
  const provider = createFakeProvider();
  provider.says = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '=77' };
  deps = paymentDeps(app, provider);
  for (let round = 0; round < 2; round += 1) await advancePayoutNow(app, deps, payoutId);
});

const readStatementLines = async (as: SignedInUser, year = thisYear) =>
  (await app.call(contract.readStatement, { as, params: { year } })).content.lines;

// Each test continues from the state that the previous one left.
describe('statements of a payment', { shuffle: false }, () => {
  test('a participant reads the received payments, with the account and the network’s number', async () => {
    expect(await readStatementLines(participant)).toMatchObject([
      {
        kind: 'INCENTIVE',
        studyId,
        study: names.publicName,
        amountInPesewas: 5000,
        feeInPesewas: 0,
        code: null,
        network: 'MTN',
        walletHint: maskedPhoneNumber(assignedPhoneNumber(participant.userId)),
        providerId: '=77',
      },
    ]);
    expect(await readStatementLines(participant, '2020')).toEqual([]);
    const answer = await app.call(contract.readStatement, { as: participant, params: { year: '26' } });
    expect(answer.json).toMatchObject({ code: 'NO_SUCH_CALL' });
  });

  test('a researcher reads payments in and out, with participants by code and without accounts', async () => {
    const lines = await readStatementLines(researcher);
    expect(lines).toMatchObject([
      {
        kind: 'FUNDING',
        studyId,
        study: names.name,
        amountInPesewas: TOTAL,
        feeInPesewas: 1014,
        network: 'MTN',
      },
      {
        kind: 'INCENTIVE',
        study: names.name,
        amountInPesewas: 5000,
        feeInPesewas: 100,
        code: codeForTest(applicationId),
        network: 'MTN',
        walletHint: null,
        providerId: null,
      },
    ]);
    const { content } = await app.call(contract.readStatement, {
      as: researcher,
      params: { year: thisYear },
    });
    expect(content.company).toBe('Market Square Research');
    const other = await registerResearcher(app, { verified: true });
    expect(await readStatementLines(other)).toEqual([]);
  });

  test('a payment reported as missing stays in the books, on the day on which it was paid', async () => {
    const lines = await readStatementLines(participant);
    await app.call(reportMissing, { as: participant, params: { id: payoutId } });
    expect(await readStatementLines(participant)).toEqual(lines);
    expect(await pollReviewedPayout(deps, payoutId)).toMatchObject({ state: 'SUCCEEDED' });
    expect(await readStatementLines(participant)).toEqual(lines);
  });

  test('a budget shows where all the money that was paid in is', async () => {
    const { content: budget } = await app.call(readBudget, { as: researcher, params: { studyId } });
    expect(budget).toMatchObject({ paidInPesewas: 5000, onItsWayInPesewas: 5000, feesInPesewas: 1014 + 100 });
    const { availableInPesewas, promisedInPesewas, onItsWayInPesewas, paidInPesewas, feesInPesewas } = budget;
    expect(availableInPesewas + promisedInPesewas + onItsWayInPesewas + paidInPesewas + feesInPesewas).toBe(
      TOTAL,
    );
    expect(budget.fundings).toMatchObject([{ network: 'MTN', walletHint: '+233 •• ••• 4321' }]);
  });

  test('the file quotes every cell, and none that a spreadsheet would run as a formula', async () => {
    const { text } = await app.call(contract.exportStatement, {
      as: participant,
      params: { year: thisYear },
    });
    const [head, line, end] = text.split('\r\n');
    expect(head).toMatch(/^\ufeff("[^"]*",?){10}$/);
    expect(line).toContain(
      `"${names.publicName}","${studyId}","","50.00","0.00","${profileChoiceWords.provider.MTN}","233 ••`,
    );
    expect(line).toMatch(/,"'=77"$/);
    expect(end).toBe('');
    expect(line).toContain('"Paid to you"');
    const ofResearcher = await app.call(contract.exportStatement, {
      as: researcher,
      params: { year: thisYear },
    });
    expect(ofResearcher.text).toContain(`"Paid to a participant","Market Square Research","${names.name}"`);
  });

  test('B3 the workbook has the same rows; amounts are numbers, and texts are unchanged', async () => {
    const params = { year: thisYear };
    const answer = await app.call(contract.exportStatementWorkbook, { as: participant, params });
    const name = statementWords.file(thisYear);
    expect(answer.headers['content-disposition']).toContain(`"${name}.xlsx"`);
    const { name: sheet, rows } = await readWorkbook(answer.bytes);
    const [head, line] = rows;
    const { company: _, ...columns } = statementWords.columns;
    expect([sheet, head]).toEqual([statementWords.sheet, Object.values(columns)]);
    expect(line?.[0]).toBeInstanceOf(Date);
    expect(line).toEqual(expect.arrayContaining([names.publicName, studyId, 50, 0, '=77']));
  });

  test('a deleted study has no name, and no study has one while the project service does not answer', async () => {
    await sql`delete from project.studies where study_id = ${studyId}`.execute(app.engine.owner);
    expect(await readStatementLines(participant)).toMatchObject([
      { studyId, study: null, amountInPesewas: 5000 },
    ]);
    const { text } = await app.call(contract.exportStatement, {
      as: participant,
      params: { year: thisYear },
    });
    expect(text).toContain(`"${statementWords.unnamed}","${studyId}"`);
    const silent = () => Promise.reject(new Failure('UNAVAILABLE'));
    expect(await readStudyNames(silent, [studyId])).toEqual(new Map());
  });
});
