import { logIn } from '@app/contracts/identity/sessions.ts';
import { DEMO_PASSWORD } from '@app/demo/people.ts';
import { callProduct } from '../../e2e/call-product.ts';

/** Returns a token with which a demo person calls that process. */
export async function logInForToken(url: string, email: string): Promise<string> {
  const product = { url, stop: async () => {} };
  return (await callProduct(product, logIn, { body: { email, password: DEMO_PASSWORD } })).token;
}
