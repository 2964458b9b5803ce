import { ABENA, madeUpParticipants } from '@app/demo/participants.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, LISTED_STUDY } from '@app/demo/people.ts';
import type { INDUSTRIES } from '@app/contracts/enumerations.ts';
import { transaction } from '@app/kit/database.ts';
import { COMPANY_SUBMITTED } from '../companies/letters.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { INVITATIONS } from '../invitations/turn-invitations.ts';
import { hashPassword } from '../passwords.ts';
import {
  hasDemoAccounts,
  insertDemoCompanies,
  insertDemoAccounts,
  insertDemoList,
  insertDemoProfiles,
} from './queries.ts';

const DECLINE_REASON =
  'The website did not answer. Please send an address that shows what your company does.';

const companies: Record<string, { industry: (typeof INDUSTRIES)[number]; site: string; stage: string }> = {
  [DEMO_PEOPLE.ama.userId]: { industry: 'CONSULTING', site: 'market-square', stage: 'Growing' },
  [DEMO_PEOPLE.kojo.userId]: { industry: 'HEALTH', site: 'korle-health', stage: 'Prototype' },
  [DEMO_PEOPLE.efua.userId]: { industry: 'BANKING_FINANCE', site: 'sika-labs', stage: 'Concept Design' },
};

/** Writes the people of D-13 with one password, some hundred made-up participants, and the admin's letter about Kojo. */
export async function fillDemo(deps: Deps): Promise<void> {
  const { db } = deps;
  if (await hasDemoAccounts(db, DEMO_PEOPLE.ama.userId)) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const participants = madeUpParticipants();
  const accounts = [
    ...Object.values(DEMO_PEOPLE),
    ...participants.map((participant) => ({ ...participant, role: 'PARTICIPANT' as const })),
  ];
  await transaction(db, async (trx) => {
    await insertDemoAccounts(trx, accounts, passwordHash);
    await insertDemoProfiles(trx, [ABENA, ...participants]);
    await insertDemoCompanies(trx, demoCompanies());
    await queueLetter(deps, trx, COMPANY_SUBMITTED, { userId: DEMO_PEOPLE.kojo.userId });
    await insertDemoList(trx, LISTED_STUDY, deps.seal);
    // The project service has the study by then.
    await deps.jobs.send(trx, INVITATIONS, {}, { afterSeconds: 60 });
  });
}

function demoCompanies() {
  return Object.values(DEMO_PEOPLE).flatMap((person) => {
    const company = companies[person.userId];
    if (!company || person.companyStatus === null || person.companyName === null) return [];
    return [
      {
        user_id: person.userId,
        company_name: person.companyName,
        business_name: `${person.companyName} Ltd`,
        industry: company.industry,
        website: `https://${company.site}.example`,
        company_linked_url: `https://www.linkedin.com/company/${company.site}`,
        founders_linked_in_url: `https://www.linkedin.com/in/${company.site}`,
        stage: company.stage,
        status: person.companyStatus,
        decided_at: person.companyStatus === 'PENDING' ? null : new Date(),
        decline_reason: person.companyStatus === 'DECLINED' ? DECLINE_REASON : null,
      },
    ];
  });
}
