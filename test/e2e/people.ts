import { registerPerson, verifyEmail } from '@app/contracts/identity/account.ts';
import { submitCompanyInformation } from '@app/contracts/identity/company.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { companyBody } from '../people.ts';
import type { Product } from '../product.ts';
import { callProduct } from './call-product.ts';
import { linkInLetter } from './letters.ts';
import { PASSWORD } from './steps.ts';

export const newEmail = () => `new.${crypto.randomUUID()}@example.test`;

/** Somebody who has registered by the real call, and not followed the letter yet. */
export async function registerUnverified(
  product: Product,
  role: SignedInUser['role'] = 'RESEARCHER',
): Promise<string> {
  const email = newEmail();
  const body = { email, password: PASSWORD, firstName: 'Esi', lastName: 'Owusu', role, agreedToTerms: true };
  await callProduct(product, registerPerson, { body });
  return email;
}

/** Somebody who has followed it, so that no demo person is changed by a test. */
export async function newPerson(product: Product, role?: SignedInUser['role']): Promise<SignedInUser> {
  const email = await registerUnverified(product, role);
  const token = (await linkInLetter(product, email, '/verify-email/')).split('/').at(-1);
  return callProduct(product, verifyEmail, { body: { token } });
}

export async function newResearcherWithCompany(product: Product) {
  const user = await newPerson(product);
  const body = { ...companyBody(user.userId), companyName: `Darko Research ${user.userId.slice(-6)}` };
  await callProduct(product, submitCompanyInformation, { as: user, body });
  return { user, companyName: body.companyName };
}
