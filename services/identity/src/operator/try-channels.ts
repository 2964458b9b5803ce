import { GHANA_MOBILE_NUMBER } from '@app/kit/phone-number.ts';
import { adminCommandWords as words } from '@app/words/admin-commands.ts';
import { readIdentityConfig } from '../config.ts';
import { openGateway } from '../texts/open-gateway.ts';
import { ANY_TEXT, reportUrl } from '../texts/routes.ts';
import type { Operator } from './operator.ts';

export async function tryEmail(
  { sendMail, environment }: Pick<Operator, 'sendMail' | 'environment'>,
  to: string,
): Promise<string> {
  const { subject, body } = words.testEmail;
  const email = { id: crypto.randomUUID(), to, subject, text: body, html: `<p>${body}</p>` };
  await sendMail(email).catch((error: unknown) => {
    throw new Error(words.emailNotTaken(describeSendError(error)));
  });
  return environment['SMTP_URL'] ? words.emailTaken(to) : words.emailKept;
}

function describeSendError(error: unknown): string {
  const { response, cause, message } = error as { response?: string; cause?: unknown; message?: string };
  return response ?? (cause === undefined ? (message ?? String(error)) : describeSendError(cause));
}

export async function tryText({ environment }: Pick<Operator, 'environment'>, to: string): Promise<string> {
  const config = readIdentityConfig(environment);
  const gateway = openGateway(config);
  if (!gateway) throw new Error(words.noGateway);
  if (!GHANA_MOBILE_NUMBER.test(to)) throw new Error(words.notAMobileNumber);
  const outcome = await gateway.send({ to, text: words.testText, reportUrl: reportUrl(config, ANY_TEXT) });
  const why = 'reason' in outcome ? outcome.reason : 'fault' in outcome ? outcome.fault : '';
  if (outcome.kind !== 'accepted')
    throw new Error(words.textNotAccepted(gateway.name, `${outcome.kind} ${why}`.trim()));
  return words.textAccepted(gateway.name);
}

export async function tryProviders({ readBalances }: Pick<Operator, 'readBalances'>): Promise<string> {
  const balances = await readBalances();
  const lines = balances.map(words.providerSaid).join('\n');
  if (balances.length === 0) throw new Error(words.noProvider);
  if (balances.some(({ pesewas }) => pesewas === undefined)) throw new Error(lines);
  return lines;
}
