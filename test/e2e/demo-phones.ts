import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { askPhoneCode, provePhone } from '@app/contracts/identity/phones.ts';
import type { listPhones } from '@app/simulators/phones/routes.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { expect } from './fixtures.ts';
import { SCREEN_PASSWORD } from './steps.ts';

export type Phone = ReturnType<typeof listPhones>[number];

export async function readPhones(product: Product): Promise<Phone[]> {
  const answer = await fetch(`${product.url}/dev/phones.json`);
  return ((await answer.json()) as { phones: Phone[] }).phones;
}

/** Returns the phone of that number; by default that of the demo's Ama. */
export const readPhone = async (product: Product, number?: string): Promise<Phone> =>
  (await readPhones(product)).find((phone) =>
    number ? phone.number === number : phone.name === 'Ama Owusu',
  )!;

const openPrompts = async (product: Product, { number }: Phone) =>
  (await readPhone(product, number)).prompts.filter(({ state }) => state === 'PENDING');

/** Waits for the single payment request of a phone, and answers it. */
export async function answerPrompt(product: Product, phone: Phone, decision: 'APPROVE' | 'DECLINE') {
  await expect.poll(() => openPrompts(product, phone)).toHaveLength(1);
  const [prompt] = await openPrompts(product, phone);
  const answer = await fetch(`${product.url}/dev/phones/${phone.number}/prompts/${prompt!.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ decision }),
  });
  expect(answer.ok).toBe(true);
}

let numbers = 0;
/** Returns a number that no other phone has. */
export const newNumber = () => `+2335498${String((numbers += 1)).padStart(5, '0')}`;

/** Returns the code in the text message after so many codes; other messages may arrive in between. */
export async function codeTo(product: Product, number: string, after = 0): Promise<string> {
  const messages = async () =>
    ((await readPhone(product, number))?.messages ?? []).filter(({ text }) => /^\d{6}/.test(text));
  await expect.poll(async () => (await messages()).length).toBe(after + 1);
  return /^\d+/.exec((await messages())[0]!.text)![0];
}

/** Confirms their number with the first message to it. */
export async function prove(product: Product, as: SignedInUser, phoneNumber: string): Promise<void> {
  await callProduct(product, askPhoneCode, { as, body: { phoneNumber, password: SCREEN_PASSWORD } });
  const code = await codeTo(product, phoneNumber);
  await callProduct(product, provePhone, { as, body: { phoneNumber, code } });
}
