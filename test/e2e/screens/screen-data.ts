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

/** What the screens are opened with: real links of real letters, and things that the demo's people own. */
export interface Ground {
  product: Product;
  /** Of a letter to the admin: accepts one company, declines another. */
  acceptPath: string;
  declinePath: string;
  /** Registered, the password right, the email never verified. */
  unverifiedEmail: string;
  project: string;
  /** The study in which most people wait for an answer, and the same among those that still recruit. */
  study: string;
  recruiting: string;
  openStudy: string;
  /** Of Abena's: one whose time is to be chosen, one that is booked, with its meeting. */
  toChoose: string;
  booked: string;
  meeting: string;
  /** Hers too: an application about which she has written. */
  thread: string;
}

export type Who = keyof typeof DEMO_PEOPLE;

export function logInAs(product: Product, who: Who) {
  return callProduct(product, logIn, {
    body: { email: DEMO_PEOPLE[who].email, password: DEMO_PASSWORD },
  });
}

/** The path of the admin's link to accept the company of somebody new. */
async function companyLink(product: Product, companyName: string): Promise<string> {
  const { user } = await newResearcherWithCompany(product, companyName);
  return new URL(await linkInEmail(product, 'admin@demo.test', '/accept-company/', user.userId)).pathname;
}

export async function layGround(product: Product): Promise<Ground> {
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
    toChoose: toChoose.study.id,
    booked: meeting.studyId,
    meeting: meeting.id,
    thread: toChoose.id,
  };
}
