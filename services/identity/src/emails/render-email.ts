import { breakLinks } from '@app/contracts/contact-in-text.ts';
import { contact } from '@app/words/contact.ts';
import { emailWords as words } from '@app/words/emails.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { escapeHtml } from '@app/kit/html.ts';
import type { EmailContent } from './compose-email.ts';

type EmailDetail = NonNullable<EmailContent['details']>[number];

interface Sending {
  to: string;
  contactUrl: string;
}

/** Uses tables and inline styles, because only these look right in all mail programs. */
export function renderEmail(
  email: EmailContent,
  sending: Sending,
): { subject: string; text: string; html: string } {
  return { subject: email.subject, text: renderText(email, sending), html: renderHtml(email, sending) };
}

const shownValue = ({ value, isExact }: EmailDetail) => splitLines(isExact ? value : breakLinks(value));

/**
 * Typed text comes after the email's own links and is indented, so that no one mistakes it for one of them.
 */
function renderText(email: EmailContent, { to, contactUrl }: Sending): string {
  const actions = listActions(email).map(({ label, url }) => `${label}:\n${url}`);
  const details = (email.details ?? []).map(
    (detail) => `${detail.label}: ${shownValue(detail).join('\n  ')}`,
  );
  const { neverAsk, needHelp, contact: contactUs, orWrite, sentTo, choose } = words.footer;
  const { choicesUrl } = email;
  return [
    email.greeting,
    ...email.paragraphs,
    ...actions,
    ...(details.length === 0 ? [] : [details.join('\n')]),
    [
      neverAsk,
      `${needHelp} ${contactUs}: ${contactUrl} ${orWrite} ${contact.email}`,
      ...(choicesUrl ? [`${choose}: ${choicesUrl}`] : []),
      sentTo(to),
    ].join('\n'),
  ].join('\n\n');
}

const listActions = ({ action, otherAction }: EmailContent) =>
  otherAction ? [action, otherAction] : [action];
const splitLines = (text: string) => text.split(/\r\n|[\r\n\u2028\u2029]/);

const colours = {
  paper: '#FBF7F0',
  surface: '#FFFFFF',
  sunken: '#F3ECE0',
  line: '#E0D6C6',
  cocoa: '#2A1A16',
  hint: '#766459',
  green: '#0E5C46',
  ground: '#0A4635',
  gold: '#E2A72E',
  laterite: '#B23B22',
};
const bodyFont = "font-family:'Noto Sans','Segoe UI',Roboto,Arial,sans-serif";
const headingFont = "font-family:'Bricolage Grotesque','Avenir Next','Segoe UI',Arial,sans-serif";
/**
 * Breaks long words, so that phones need not scroll sideways. Older mail programs know only the second
 * property.
 */
const wrapStyle = 'overflow-wrap:anywhere;word-break:break-word';
const tableAttributes = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

function renderHtml(email: EmailContent, sending: Sending): string {
  const card =
    brand() +
    `<h1 style="margin:24px 0 16px;${headingFont};font-size:24px;line-height:1.2;font-weight:700;${wrapStyle}">${escapeHtml(email.subject)}</h1>` +
    [email.greeting, ...email.paragraphs].map((text) => paragraph(escapeHtml(text))).join('') +
    detailBox(email.details ?? []) +
    actionBlock(email);
  return (
    `<!doctype html><html lang="en" style="color-scheme:light"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light">` +
    `<title>${escapeHtml(email.subject)}</title></head>` +
    `<body style="margin:0;padding:0;background-color:${colours.paper};color:${colours.cocoa};${bodyFont}">` +
    `<table ${tableAttributes} width="100%" style="background-color:${colours.paper}"><tr><td align="center" style="padding:24px 12px">` +
    `<table ${tableAttributes} width="560" style="width:100%;max-width:560px;table-layout:fixed;text-align:left">` +
    `<tr><td>${kenteStrip()}</td></tr>` +
    `<tr><td style="padding:28px 24px 12px;background-color:${colours.surface};border:1px solid ${colours.line};border-top:0;border-radius:0 0 16px 16px;color:${colours.cocoa};${bodyFont}">${card}</td></tr>` +
    `<tr><td style="padding:20px 24px 0;${bodyFont}">${footer(sending, email.choicesUrl)}</td></tr>` +
    `</table></td></tr></table></body></html>`
  );
}

/** Makes the pattern of ui/woven-pattern.tsx from table cells. */
function kenteStrip(): string {
  const { gold, green, ground, laterite } = colours;
  const threads = [gold, green, gold, ground, laterite, ground, gold, green, laterite, green];
  const cells = [...threads, ...threads, ...threads, ...threads]
    .map(
      (colour) => `<td style="height:8px;background-color:${colour};font-size:0;line-height:0">&nbsp;</td>`,
    )
    .join('');
  return `<table ${tableAttributes} width="100%" aria-hidden="true" style="table-layout:fixed"><tr>${cells}</tr></table>`;
}

/** Makes the logo of apps/web/src/product/logo.tsx from round table cells. */
function brand(): string {
  const ring = (colour: string) =>
    `<td style="width:8px;height:8px;border:3px solid ${colour};border-radius:7px;font-size:0;line-height:0">&nbsp;</td>`;
  const { green, gold } = colours;
  return (
    `<table ${tableAttributes}><tr><td><table ${tableAttributes} aria-hidden="true" style="border-collapse:separate">` +
    `<tr>${ring(green)}${ring(green)}</tr><tr>${ring(green)}${ring(gold)}</tr></table></td>` +
    `<td style="padding-left:10px;${headingFont};font-size:20px;font-weight:700">${PRODUCT_NAME}</td></tr></table>`
  );
}

function paragraph(html: string): string {
  return `<p style="margin:0 0 16px;font-size:16px;line-height:1.55;${wrapStyle}">${html}</p>`;
}

function small(html: string): string {
  return `<p style="margin:0 0 8px;color:${colours.hint};font-size:13px;line-height:1.45;${wrapStyle}">${html}</p>`;
}

function link(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}" style="color:${colours.green};${wrapStyle}">${escapeHtml(label)}</a>`;
}

function detailBox(details: readonly EmailDetail[]): string {
  if (details.length === 0) return '';
  const rows = details.map(
    (detail) =>
      `<p style="margin:0;color:${colours.hint};font-size:13px;line-height:1.45;${wrapStyle}">${escapeHtml(detail.label)}</p>` +
      `<p style="margin:0 0 12px;font-size:16px;line-height:1.5;${wrapStyle}">${shownValue(detail).map(escapeHtml).join('<br>')}</p>`,
  );
  return (
    `<table ${tableAttributes} width="100%" style="table-layout:fixed;margin:0 0 24px">` +
    `<tr><td style="padding:16px 16px 4px;background-color:${colours.sunken};border-radius:10px;color:${colours.cocoa};${bodyFont}">${rows.join('')}</td></tr></table>`
  );
}

function actionBlock({ action, otherAction }: EmailContent): string {
  const button =
    `<table ${tableAttributes} style="margin:8px 0 20px"><tr><td style="background-color:${colours.green};border-radius:10px">` +
    `<a href="${escapeHtml(action.url)}" style="display:inline-block;padding:14px 24px;${bodyFont};font-size:16px;line-height:20px;` +
    `font-weight:700;color:#FFFFFF;text-decoration:none">${escapeHtml(action.label)}</a></td></tr></table>`;
  const copy = small(`${escapeHtml(words.copyAddress)}<br>${escapeHtml(action.url)}`);
  if (!otherAction) return button + copy;
  const { url, label } = otherAction;
  const other = `<p style="margin:28px 0 4px;font-size:16px;line-height:1.5;${wrapStyle}">${link(url, label)}</p>`;
  return button + copy + other + small(escapeHtml(url));
}

function footer({ to, contactUrl }: Sending, choicesUrl: string | undefined): string {
  const { neverAsk, needHelp, contact: contactUs, orWrite, sentTo, choose } = words.footer;
  const help = `${escapeHtml(needHelp)} ${link(contactUrl, contactUs)} ${escapeHtml(orWrite)} ${link(`mailto:${contact.email}`, contact.email)}.`;
  const choices = choicesUrl ? [`${link(choicesUrl, choose)}.`] : [];
  return [escapeHtml(neverAsk), help, ...choices, escapeHtml(sentTo(to))].map(small).join('');
}
