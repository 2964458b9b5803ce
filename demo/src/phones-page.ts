import { escapeHtml } from '@app/kit/html.ts';
import { cedisOf } from '@app/simulators/pesewas.ts';
import type { ListedPhone } from '@app/simulators/phones/routes.ts';
import { page } from './pages.ts';
import { demoWords } from './words.ts';

const words = demoWords.phones;
const grouped = (pesewas: number) => cedisOf(pesewas).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');

/** Each phone as its owner would hold it. It needs no script: a form answers a prompt, and a reload shows what came. */
export function phonesPage(phones: readonly ListedPhone[]): string {
  return page(
    words.title,
    `<p>${escapeHtml(words.intro)}</p><p>${escapeHtml(words.own)}</p><p>${escapeHtml(words.ends)}</p><p><a href="/dev">${escapeHtml(demoWords.title)}</a> · ` +
      `<a href="/dev/phones">${escapeHtml(words.again)}</a> · <a href="/dev/phones.json">${escapeHtml(words.scripts)}</a></p>` +
      `<ul>${phones.map(showPhone).join('')}</ul>`,
  );
}

function showPhone({ number, network, name, balanceInPesewas, prompts, messages }: ListedPhone): string {
  const asked = prompts
    .toReversed()
    .map((prompt) => `<li>${showPrompt(number, prompt)}</li>`)
    .join('');
  const read = messages
    .map(
      ({ from, text, at }) =>
        `<li class="letter"><small>${escapeHtml(from)} · <time>${escapeHtml(at)}</time></small><br>${escapeHtml(text)}</li>`,
    )
    .join('');
  return (
    `<li class="letter"><article><h2>${escapeHtml(name)}</h2><p><small>${escapeHtml(`${words.networks[network]} ${number}`)}</small>` +
    `<br><b>${escapeHtml(words.balance(grouped(balanceInPesewas)))}</b></p><ul>${asked}${read}</ul></article></li>`
  );
}

function showPrompt(number: string, { id, amountInPesewas, state }: ListedPhone['prompts'][number]): string {
  const text = `<span>${escapeHtml(words.asked(grouped(amountInPesewas)))}</span>`;
  if (state !== 'PENDING') return `${text}<small>${escapeHtml(words.states[state])}</small>`;
  const choice = (decision: string, label: string) =>
    `<button name="decision" value="${decision}">${escapeHtml(label)}</button>`;
  return (
    `${text}<form method="post" action="${escapeHtml(`/dev/phones/${number}/prompts/${id}`)}">` +
    `${choice('APPROVE', words.approve)} ${choice('DECLINE', words.decline)}</form>`
  );
}
