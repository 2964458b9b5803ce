import { escapeHtml } from '@app/kit/html.ts';
import { cedisOf } from '@app/simulators/pesewas.ts';
import { localOf } from '@app/simulators/numbers.ts';
import type { ListedPhone } from '@app/simulators/phones/routes.ts';
import { page } from './pages.ts';
import { demoWords } from './words.ts';

const words = demoWords.phones;
const grouped = (pesewas: number) => cedisOf(pesewas).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');

/** Each phone as its owner would hold it. It needs no script: a form answers a prompt, and a reload shows what came. */
export function phonesPage(phones: readonly ListedPhone[], code: string | undefined): string {
  return page(
    words.title,
    `<p>${escapeHtml(words.intro)}</p><p>${escapeHtml(words.own)}</p><p>${escapeHtml(words.ends)}</p><p><a href="/dev">${escapeHtml(demoWords.title)}</a> · ` +
      `<a href="/dev/phones">${escapeHtml(words.again)}</a> · <a href="/dev/phones.json">${escapeHtml(words.scripts)}</a></p>` +
      `<ul>${phones.map((phone) => showPhone(phone, code)).join('')}</ul>`,
  );
}

function showPhone(
  { number, network, name, balanceInPesewas, prompts, messages, screen }: ListedPhone,
  code: string | undefined,
): string {
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
    `<li class="letter" id="${escapeHtml(localOf(number))}"><article><h2>${escapeHtml(name)}</h2><p><small>${escapeHtml(`${words.networks[network]} ${number}`)}</small>` +
    `<br><b>${escapeHtml(words.balance(grouped(balanceInPesewas)))}</b></p>${code === undefined ? '' : showDialler(number, { screen, code })}<ul>${asked}${read}</ul></article></li>`
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

/** A code that is dialled: what the phone shows, and where a key is typed. */
function showDialler(
  number: string,
  { screen, code }: { screen: ListedPhone['screen']; code: string },
): string {
  const act = (does: string, label: string) =>
    `<button name="does" value="${does}">${escapeHtml(label)}</button>`;
  const typed =
    screen && !screen.isLast
      ? `<label>${escapeHtml(words.typed)} <input name="text" inputmode="numeric" autocomplete="off" required></label> ${act('TYPE', words.sendTyped)} `
      : '';
  const shown = screen ? `<pre class="screen" role="status">${escapeHtml(screen.text)}</pre>` : '';
  const form = (parts: string) =>
    `<form method="post" action="${escapeHtml(`/dev/phones/${number}/ussd`)}">${parts}</form>`;
  // A form of its own, so that it needs no key.
  const ends = screen ? form(act('HANG_UP', words.hangUp)) : form(act('DIAL', words.dial(code)));
  return `${shown}${typed === '' ? '' : form(typed)}${ends}`;
}
