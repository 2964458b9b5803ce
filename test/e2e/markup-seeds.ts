import { registerPerson, verifyEmail } from '@app/contracts/identity/accounts.ts';
import { decideCompany, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { decideApplicants, remarkApplicant } from '@app/contracts/project/applicants.ts';
import { applyToStudy } from '@app/contracts/project/applications.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import { createStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { companyBody, profileBody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { linkInEmail } from './emails.ts';
import { longTexts, markup, markupNames } from './markup.ts';
import { SCREEN_PASSWORD } from './steps.ts';

/** No demo person has this age, so none is notified. */
const AGE = 87;
const PROVIDED_BY = markup[0]!;

type Person = SignedInUser;

async function registerNamed(product: Product, role: Person['role'], email: string): Promise<Person> {
  const body = {
    email,
    password: SCREEN_PASSWORD,
    firstName: markupNames.first,
    lastName: markupNames.last,
    role,
  };
  await callProduct(product, registerPerson, { body: { ...body, agreedToTerms: true } });
  const token = (await linkInEmail(product, email, '/verify-email/')).split('/').at(-1);
  return callProduct(product, verifyEmail, { body: { token, password: SCREEN_PASSWORD } });
}

async function sendCompany(product: Product, as: Person): Promise<string> {
  const body = {
    ...companyBody(as.userId),
    companyName: `${PROVIDED_BY} ${markup[1]}`,
    businessName: markup[2],
    website: 'https://market-square.example/"><script>__xss=1</script>',
  };
  await callProduct(product, submitCompanyInformation, { as, body });
  return linkInEmail(product, 'admin@demo.test', '/accept-company/', as.userId);
}

const screener = (place: number, question: string, answer: string) => ({
  id: `q${String(place).padStart(5, '0')}`,
  question,
  options: [answer, question].map((text, option) => ({
    id: `${option}${String(place).padStart(5, '0')}`,
    answer: text,
    eligibility: 'QUALIFY',
  })),
});

const around = (place: number) => markup[place % markup.length]!;

/** Publishes a study with this name and number of questions. */
async function publish(product: Product, as: Person, projectId: string, place: number, questions: number) {
  const screeners = Array.from({ length: questions }, (_, index) =>
    screener(index, around(place + index), around(place + index + 1)),
  );
  const body = {
    projectId,
    name: around(place),
    publicName: around(place),
    description: longTexts()[place % longTexts().length],
    deviceRequirements: ['MOBILE_PHONE'],
    minimumAge: AGE - 1,
    maximumAge: AGE + 1,
    gender: ['FEMALE'],
    education: ['BACHELORS_DEGREE'],
    annualHouseholdIncome: ['BETWEEN_10000_30000'],
    screeners,
  };
  const study = await callProduct(product, createStudy, { as, body });
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const times = { availableDates: [day], availableTimes: ['09:30 AM'], durationInMinutes: 30 };
  await callProduct(product, publishStudy, {
    as,
    params: { id: study.id },
    body: { ...times, desiredNumberOfParticipants: 10 },
  });
  return { id: study.id, screeners };
}

async function apply(
  product: Product,
  as: Person,
  { id, screeners }: Awaited<ReturnType<typeof publish>>,
): Promise<string> {
  const responses = screeners.map(({ question, options }, index) => ({
    id: String(index + 1),
    question,
    answer: options[0]!.answer,
  }));
  const body = { applicantId: as.userId, responses };
  return (await callProduct(product, applyToStudy, { as, params: { id }, body })).id;
}

/** Writes the whole table into every text that people can write, as a person of each kind. */
export async function seedMarkup(product: Product) {
  const stamp = Date.now().toString(36);
  const researcher = await registerNamed(product, 'RESEARCHER', `markup.${stamp}@example.test`);
  const declined = await registerNamed(product, 'RESEARCHER', `markup.declined.${stamp}@example.test`);
  const participant = await registerNamed(product, 'PARTICIPANT', `markup.part.${stamp}@example.test`);
  const acceptLink = await sendCompany(product, researcher);
  const declineLink = (await sendCompany(product, declined)).replace('/accept-company/', '/decline-company/');
  await callProduct(product, decideCompany, {
    params: { userId: researcher.userId },
    body: { token: new URL(acceptLink).pathname.split('/')[2], decision: 'ACCEPT' },
  });
  const bornIn = new Date().getFullYear() - AGE;
  const profile = profileBody(participant.userId, { dateOfBirth: `${bornIn}-01-01`, city: PROVIDED_BY });
  await callProduct(product, submitUserInformation, {
    as: participant,
    body: { ...profile, payment: { ...profile.payment, accountName: markup[2] } },
  });

  const projects: string[] = [];
  for (const [place, projectName] of markup.entries()) {
    const description = longTexts()[place % longTexts().length];
    const body = { creatorId: researcher.userId, projectName, description };
    projects.push((await callProduct(product, createProject, { as: researcher, body })).id);
  }
  const project = projects.at(-1)!;
  const studies = [];
  for (const place of markup.keys()) studies.push(await publish(product, researcher, project, place, 1));
  const asked = await publish(product, researcher, project, 0, markup.length);
  const askedAgain = await publish(product, researcher, project, 1, markup.length);
  // Applies to one page of studies; the others stay open for browsing.
  const applied = [...studies.slice(0, 9), asked];
  for (const study of applied) {
    const applicationId = await apply(product, participant, study);
    const params = { id: study.id };
    await callProduct(product, remarkApplicant, {
      as: researcher,
      params: { ...params, applicationId },
      body: { remarks: longTexts()[0] },
    });
    const decision = { applicationIds: [applicationId], status: 'DECLINED', reason: 'OTHER' };
    await callProduct(product, decideApplicants, {
      as: researcher,
      params,
      body: { ...decision, note: longTexts()[1] },
    });
  }
  return {
    researcher,
    declined,
    participant,
    declineLink,
    projects,
    project,
    asked: asked.id,
    open: askedAgain.id,
  };
}
