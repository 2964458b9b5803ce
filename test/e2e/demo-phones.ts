import type { listPhones } from '@app/simulators/phones/routes.ts';
import type { Product } from '../support/product.ts';
import { expect } from './fixtures.ts';

export type Phone = ReturnType<typeof listPhones>[number];

export async function readPhones(product: Product): Promise<Phone[]> {
  const answer = await fetch(`${product.url}/dev/phones.json`);
  return ((await answer.json()) as { phones: Phone[] }).phones;
}

/** The phone of that number; without one, that of the demo's Ama. */
export const readPhone = async (product: Product, number?: string): Promise<Phone> =>
  (await readPhones(product)).find((phone) =>
    number ? phone.number === number : phone.name === 'Ama Owusu',
  )!;

const openPrompts = async (product: Product, { number }: Phone) =>
  (await readPhone(product, number)).prompts.filter(({ state }) => state === 'PENDING');

/** Waits for the one prompt of a phone, and answers it. */
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
