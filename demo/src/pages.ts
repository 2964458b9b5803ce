import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { DEMO_ADMIN, DEMO_ADMIN_PAGE } from './admin.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './people.ts';
import { demoWords as words } from './words.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { escapeHtml } from '@app/kit/html.ts';
import type { DeliveredEmail } from '@app/kit/mail.ts';

function adminRow(adminUrl: string | undefined): string {
  if (adminUrl === undefined) return '';
  const { name, email } = DEMO_ADMIN;
  return (
    `<li><div><b>${escapeHtml(name)}</b><br><small>${escapeHtml(words.admin.text)}<br>${escapeHtml(email)}</small></div>` +
    `<a href="${escapeHtml(new URL(DEMO_ADMIN_PAGE, adminUrl).href)}">${escapeHtml(words.signInAs(words.admin.firstName))}</a></li>`
  );
}

export function peoplePage(adminUrl: string | undefined): string {
  const people = Object.entries(DEMO_PEOPLE)
    .map(
      ([key, person]) =>
        `<li><div><b>${escapeHtml(`${person.firstName} ${person.lastName}`)}</b><br>` +
        `<small>${escapeHtml(words.people[key as keyof typeof DEMO_PEOPLE])}<br>${escapeHtml(person.email)}</small></div>` +
        `<button type="button" data-email="${escapeHtml(person.email)}">${escapeHtml(words.signInAs(person.firstName))}</button></li>`,
    )
    .join('');
  return page(
    words.title,
    `<p>${escapeHtml(words.intro(DEMO_PASSWORD))}</p><ul>${people}${adminRow(adminUrl)}</ul><p role="alert" id="failed"></p>` +
      `<p><a href="/dev/mail">${escapeHtml(words.emails)}</a> · <a href="/dev/phones">${escapeHtml(words.phones.title)}</a> · <a href="/dev/parts">${escapeHtml(words.parts)}</a> · <a href="/">${escapeHtml(words.home)}</a></p>` +
      `<script src="/dev/sign-in.js"></script>`,
  );
}

export function emailsPage(emails: readonly DeliveredEmail[]): string {
  const list = emails
    .map(
      (email) =>
        `<li class="message"><article><p><b>${escapeHtml(email.subject)}</b><br><small>${escapeHtml(words.to(email.to))} · ` +
        `<time>${escapeHtml(email.sentAt)}</time> · <a href="/dev/mail/${encodeURIComponent(email.id)}">${escapeHtml(words.asHtml)}</a>` +
        `</small></p><pre>${linked(email.text)}</pre></article></li>`,
    )
    .join('');
  return page(
    words.emails,
    `<p><a href="/dev">${escapeHtml(words.title)}</a></p><ul>${list === '' ? `<li>${escapeHtml(words.noEmails)}</li>` : list}</ul>`,
  );
}

export function page(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${escapeHtml(title)} · ${PRODUCT_NAME}</title><link rel="stylesheet" href="/dev/styles.css"></head>` +
    `<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
  );
}

function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`);
}

/** Stores the user under `user`, where the web app reads it (S-506). */
export const signInScript = `document.addEventListener('click', async (event) => {
  const email = event.target.dataset?.email;
  if (!email) return;
  event.target.disabled = true;
  const response = await fetch(${JSON.stringify(`${IDENTITY_BASE}/auth/login/email-password`)}, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: ${JSON.stringify(DEMO_PASSWORD)} }),
  });
  const answer = await response.json();
  if (response.ok) {
    localStorage.clear();
    localStorage.setItem('user', JSON.stringify(answer.content));
    location.assign('/dashboard');
  } else {
    event.target.disabled = false;
    document.getElementById('failed').textContent = answer.detail;
  }
});
`;

export const styles = `:root { color-scheme: light dark; font: 16px/1.5 'Noto Sans', system-ui, sans-serif; --ink: #2a1a16; --paper: #fbf7f0; --line: #e0d6c6; --green: #0e5c46; --on-green: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #f3ece0; --paper: #1d1210; --line: #5b4a43; --green: #8fd0b5; --on-green: #1d1210; } }
body { margin: 0; background: var(--paper); color: var(--ink); }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; }
ul { list-style: none; padding: 0; }
li { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; justify-content: space-between; padding: 1rem 0; border-top: 1px solid var(--line); }
.message { display: block; }
pre.screen { padding: .75rem; border: 1px solid var(--line); border-radius: 10px; max-width: 20rem; }
input { min-height: 44px; width: 6rem; padding: 0 .5rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; box-sizing: border-box; }
input[type=radio] { width: 1.25rem; min-height: 1.25rem; margin: 0; }
fieldset { border: 1px solid var(--line); border-radius: 10px; margin: 1rem 0; }
fieldset label { display: flex; }
p button { margin: 0 .5rem .5rem 0; }
form { margin: .5rem 0; }
label { display: inline-flex; gap: .5rem; align-items: center; min-height: 44px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
a { color: var(--green); }
button { min-height: 44px; padding: 0 1rem; font: inherit; font-weight: 600; color: var(--on-green); background: var(--green); border: 0; border-radius: 10px; cursor: pointer; }
:focus-visible { outline: 3px solid #e2a72e; outline-offset: 2px; }
`;
