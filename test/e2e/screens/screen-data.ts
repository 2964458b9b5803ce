import { logIn } from '@app/contracts/identity/sessions.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@app/demo/people.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { sendMessage } from '@app/contracts/project/messages.ts';
import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { listProjectStudies, listProjects } from '@app/contracts/project/projects.ts';
import type { Product } from '../../support/product.ts';
import { callProduct } from '../call-product.ts';
import { linkInEmail } from '../emails.ts';
import { newResearcherWithCompany, registerUnverified } from '../people.ts';

/** The screens open with real links from emails, and with data of the demo's people. */
export interface Ground {
  product: Product;
  /** The links come from emails to the admin: one accepts a company, one declines another. */
  acceptPath: string;
  declinePath: string;
  /** This person is registered, with this password, but never verified the email. */
  unverifiedEmail: string;
  project: string;
  /** The study with the most undecided applicants, and the same among the open studies. */
  study: string;
  recruiting: string;
  openStudy: string;
  /** The demo's study with a survey. */
  online: string;
  /** Abena's applications: one without a booking, and one with a booking and its meeting. */
  toChoose: string;
  booked: string;
  meeting: string;
  /** The application of Abena about which she has written. */
  thread: string;
}

export type Who = keyof typeof DEMO_PEOPLE;

export function logInAs(product: Product, who: Who) {
  return callProduct(product, logIn, {
    body: { email: DEMO_PEOPLE[who].email, password: DEMO_PASSWORD },
  });
}

/** Returns the path of the admin's link to accept a new company. */
async function companyLink(product: Product, companyName: string): Promise<string> {
  const { user } = await newResearcherWithCompany(product, companyName);
  return new URL(await linkInEmail(product, 'admin@demo.test', '/accept-company/', user.userId)).pathname;
}

export async function createGround(product: Product): Promise<Ground> {
  const unverifiedEmail = await registerUnverified(product);
  const ama = await logInAs(product, 'ama');
  const projects = await callProduct(product, listProjects, { as: ama });
  const lists = await Promise.all(
    projects.map(({ id }) => callProduct(product, listProjectStudies, { as: ama, params: { id } })),
  );
  const byWaiting = lists.flat().toSorted((a, b) => b.pendingCount - a.pendingCount);
  const abena = await logInAs(product, 'abena');
  const open = await callProduct(product, browseStudies, { as: abena });
  const applications = await callProduct(product, listOwnApplications, { as: abena });
  const bookings = await callProduct(product, listOwnBookings, { as: abena });
  const meeting = bookings.find(({ state }) => state === 'BOOKED' || state === 'CONFIRMED')!;
  const toChoose = applications.find(
    ({ id, status }) => status === 'ACCEPTED' && !bookings.some(({ applicationId }) => applicationId === id),
  )!;
  await callProduct(product, sendMessage, {
    as: abena,
    params: { applicationId: toChoose.id },
    body: { text: 'Good morning. Is there parking?' },
  });
  const declined = await companyLink(product, 'Sika Data');
  return {
    product,
    acceptPath: await companyLink(product, 'Korle Bu Analytics'),
    declinePath: declined.replace('/accept-company/', '/decline-company/'),
    unverifiedEmail,
    project: byWaiting[0]!.projectId,
    study: byWaiting[0]!.id,
    recruiting: byWaiting.find(({ state }) => state === 'PUBLISHED')!.id,
    openStudy: open[0]!.id,
    online: byWaiting.find(({ publicName }) => publicName === 'How you listen to the radio')!.id,
    toChoose: toChoose.study.id,
    booked: meeting.studyId,
    meeting: meeting.id,
    thread: toChoose.id,
  };
}
