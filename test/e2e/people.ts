import { type Page, expect } from '@playwright/test';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { registerPerson, verifyEmail } from '@app/contracts/identity/accounts.ts';
import { decideCompany, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type Demographic, submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { companyBody, profileBody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { putItems } from './stored-items.ts';
import { linkInEmail } from './emails.ts';
import { SCREEN_PASSWORD } from './steps.ts';

export const newEmail = () => `new.${crypto.randomUUID()}@example.test`;

const registration = (role: SignedInUser['role']) => ({
  email: newEmail(),
  password: SCREEN_PASSWORD,
  firstName: 'Esi',
  lastName: 'Owusu',
  role,
  agreedToTerms: true,
});

/** Registers a person by the real call, without a browser and without following the email's link. */
export async function registerUnverified(
  product: Product,
  role: SignedInUser['role'] = 'RESEARCHER',
): Promise<string> {
  const body = registration(role);
  await callProduct(product, registerPerson, { body });
  return body.email;
}

/** Registers in the browser of a page, where the link needs no new password. */
export async function registerHere(
  page: Page,
  role: SignedInUser['role'] = 'RESEARCHER',
  more: { phoneNumber?: string } = {},
): Promise<string> {
  const data = { ...registration(role), ...more };
  const answer = await page.request.post(`${IDENTITY_BASE}${registerPerson.path}`, { data });
  expect(answer.status()).toBe(201);
  return data.email;
}

/** Creates a verified person, so that tests change no demo person. */
export async function newPerson(product: Product, role?: SignedInUser['role']): Promise<SignedInUser> {
  const email = await registerUnverified(product, role);
  const token = (await linkInEmail(product, email, '/verify-email/')).split('/').at(-1);
  return callProduct(product, verifyEmail, { body: { token, password: SCREEN_PASSWORD } });
}

export async function newResearcherWithCompany(product: Product, name?: string) {
  const user = await newPerson(product);
  const companyName = name ?? `Darko Research ${user.userId.slice(-6)}`;
  const body = { ...companyBody(user.userId), companyName };
  await callProduct(product, submitCompanyInformation, { as: user, body });
  return { user, companyName };
}

/** Uses the newest email to the admin about a company. */
export async function decideOn(
  product: Product,
  userId: string,
  decision: 'ACCEPT' | 'DECLINE',
  reason?: string,
): Promise<void> {
  const link = await linkInEmail(product, 'admin@demo.test', '/accept-company/', userId);
  const body = { token: new URL(link).pathname.split('/')[2], decision, ...(reason ? { reason } : {}) };
  await callProduct(product, decideCompany, { params: { userId }, body });
}

/** She may create projects. */
export async function newVerifiedResearcher(product: Product): Promise<SignedInUser> {
  const { user } = await newResearcherWithCompany(product);
  await decideOn(product, user.userId, 'ACCEPT');
  return { ...user, hasCompanyInfo: true, firstLogin: false, adminVerificationStatus: 'VERIFIED' };
}

/** The set-up is complete, so she can see studies that match her profile. */
export async function newParticipant(
  product: Product,
  given: Partial<Demographic> = {},
): Promise<SignedInUser> {
  const user = await newPerson(product, 'PARTICIPANT');
  return callProduct(product, submitUserInformation, { as: user, body: profileBody(user.userId, given) });
}

/** Opens the page as a person whom a call has signed in. */
export async function enterAs(page: Page, user: SignedInUser, path = '/dashboard'): Promise<void> {
  await putItems(page, { user });
  await page.goto(path);
}
