import { demoWords } from './words.ts';
import { escapeHtml } from '@app/kit/html.ts';
import { GOOGLE_PEOPLE } from './google-people.ts';
import { page } from './pages.ts';

const words = demoWords.google;

export const googlePage = {
  choose(address: string, search: string): string {
    const people = Object.entries(GOOGLE_PEOPLE)
      .map(
        ([key, { sub, email, givenName, familyName }]) =>
          `<li><div><b>${escapeHtml(`${givenName} ${familyName}`)}</b><br>` +
          `<small>${escapeHtml(words.people[key as keyof typeof GOOGLE_PEOPLE])}<br>${escapeHtml(email)}</small></div>` +
          `<form method="post" action="${escapeHtml(`${address}/${sub}${search}`)}">` +
          `<button>${escapeHtml(demoWords.signInAs(givenName))}</button></form></li>`,
      )
      .join('');
    const cancel =
      `<form method="post" action="${escapeHtml(`${address}/nobody${search}`)}">` +
      `<button>${escapeHtml(words.cancel)}</button></form>`;
    return page(words.title, `<p>${escapeHtml(words.intro)}</p><ul>${people}</ul>${cancel}`);
  },

  failed(): string {
    return page(words.failed, `<p>${escapeHtml(words.failedText)}</p>`);
  },
};
