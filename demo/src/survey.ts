import { escapeHtml } from '@app/kit/html.ts';
import { page } from './pages.ts';
import { demoWords } from './words.ts';

const words = demoWords.survey;
const TOOLS = Object.keys(words.tools) as (keyof typeof words.tools)[];

/**
 * A small survey tool that reads its address as well-known tools do. `tool` is one of TOOLS. After the last
 * page, people go to `return_url`, and people whom the study does not need go to `screened_out`.
 */
export function surveyPage(): string {
  const tools = TOOLS.map((tool) => `<a data-tool="${tool}">${escapeHtml(words.tools[tool])}</a>`).join(
    ' · ',
  );
  const answers = words.answers
    .map((answer) => `<label><input type="radio" name="answer"> ${escapeHtml(answer)}</label>`)
    .join(' ');
  const button = (name: keyof typeof words.buttons) =>
    `<button type="button" data-end="${name}">${escapeHtml(words.buttons[name])}</button>`;
  return page(
    words.title,
    `<p>${escapeHtml(words.intro)}</p><p>${tools}</p><p><b id="tool"></b> <span id="values"></span></p>` +
      `<fieldset><legend>${escapeHtml(words.question)}</legend>${answers}</fieldset>` +
      `<p>${(['finish', 'screenedOut', 'close'] as const).map(button).join(' ')}</p><p role="status" id="end"></p>` +
      `<script type="application/json" id="words">${JSON.stringify(words).replaceAll('<', String.raw`\u003c`)}</script>` +
      `<script src="/dev/survey.js"></script>`,
  );
}

export const surveyScript = `const words = JSON.parse(document.getElementById('words').textContent);
const query = new URLSearchParams(location.search);
const tool = query.get('tool') ?? 'enketo';

/** Enketo splits at "&" and "=" and decodes twice. */
function readLikeEnketo() {
  const pairs = location.search.slice(1).split('&').map((pair) => pair.split('='));
  return new Map(pairs.map(([name, value = '']) => [decodeURIComponent(name), decodeURIComponent(decodeURIComponent(value))]));
}

const readers = {
  enketo: readLikeEnketo,
  qualtrics: () => new Map(query),
  limesurvey: () => new Map(query),
  google: () => new Map(query),
  typeform: () => new Map(new URLSearchParams(location.hash.slice(1))),
};
const values = (readers[tool] ?? readers.enketo)();
document.getElementById('tool').textContent = words.tools[tool] ?? tool;
const shown = [...values].filter(([name]) => !['tool', 'return_url', 'screened_out'].includes(name));
document.getElementById('values').textContent = shown.map(([name, value]) => name + ' = ' + value).join(', ');
for (const link of document.querySelectorAll('[data-tool]')) {
  const other = new URLSearchParams(location.search);
  other.set('tool', link.dataset.tool);
  link.href = '?' + other + (link.dataset.tool === 'typeform' ? '#' + other : '');
}

function leave(address) {
  const end = document.getElementById('end');
  if (!address) end.textContent = words.noAddress;
  else if (tool === 'google') end.textContent = words.recorded.replace('{code}', address.split('/').at(-1));
  else location.assign(address);
}
document.addEventListener('click', ({ target }) => {
  const end = target.dataset?.end;
  if (end === 'finish') leave(values.get('return_url') ?? query.get('return_url'));
  if (end === 'screenedOut') leave(values.get('screened_out') ?? query.get('screened_out'));
  if (end === 'close') document.body.textContent = words.closed;
});
`;
