import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { escapeHtml } from '@app/kit/html.ts';
import type { LetterContent } from './texts.ts';

const colours = { paper: '#FBF7F0', ink: '#2A1A16', hint: '#766459', green: '#0E5C46', line: '#E0D6C6' };
const font = "font-family:'Noto Sans',Arial,sans-serif";

/** Lays a letter out as plain text and as HTML that mail programs understand: tables, inline styles, no picture. */
export function renderLetter(letter: LetterContent): { subject: string; text: string; html: string } {
  return { subject: letter.subject, text: asText(letter), html: asHtml(letter) };
}

function asText({ greeting, paragraphs, facts = [], action, otherAction, footer }: LetterContent): string {
  const actions = [action, ...(otherAction ? [otherAction] : [])].map(
    ({ label, url }) => `${label}:\n${url}`,
  );
  const list = facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
  return [
    greeting,
    ...paragraphs,
    ...(list === '' ? [] : [list]),
    ...actions,
    `${PRODUCT_NAME}\n${footer}`,
  ].join('\n\n');
}

function asHtml({
  subject,
  greeting,
  paragraphs,
  facts = [],
  action,
  otherAction,
  footer,
}: LetterContent): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:1.5">${escapeHtml(text)}</p>`;
  const rows = facts
    .map(
      ({ label, value }) =>
        `<tr><td style="padding:6px 16px 6px 0;color:${colours.hint};vertical-align:top">${escapeHtml(label)}</td>` +
        `<td style="padding:6px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  const table =
    rows === '' ? '' : `<table role="presentation" style="font-size:15px;margin:0 0 24px">${rows}</table>`;
  const button =
    `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;background:${colours.green};` +
    `color:#FFFFFF;text-decoration:none;font-weight:600;padding:14px 24px;border-radius:10px">${escapeHtml(action.label)}</a></p>`;
  const other = otherAction
    ? `<p style="margin:0 0 24px"><a href="${escapeHtml(otherAction.url)}" style="color:${colours.green}">${escapeHtml(otherAction.label)}</a></p>`
    : '';
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escapeHtml(subject)}</title></head>` +
    `<body style="margin:0;background:${colours.paper};color:${colours.ink};${font}">` +
    `<table role="presentation" width="100%"><tr><td align="center" style="padding:32px 16px">` +
    `<table role="presentation" style="max-width:560px;width:100%;background:#FFFFFF;border:1px solid ${colours.line};` +
    `border-radius:16px;text-align:left"><tr><td style="padding:32px;${font}">` +
    `<p style="margin:0 0 24px;font-size:20px;font-weight:700">${PRODUCT_NAME}</p>` +
    paragraph(greeting) +
    paragraphs.map(paragraph).join('') +
    table +
    button +
    other +
    `<p style="margin:0;color:${colours.hint};font-size:13px">${escapeHtml(footer)}</p>` +
    `</td></tr></table></td></tr></table></body></html>`
  );
}
