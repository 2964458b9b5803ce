import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { Refused } from '@app/kit/jobs.ts';
import { LONGEST_TRY_SECONDS, Unsure } from '@app/kit/mail.ts';
import type { Person } from '../accounts/find-person.ts';
import { findPerson } from '../accounts/find-person.ts';
import { findRegistrations } from '../accounts/registrations/queries.ts';
import { findCompany } from '../companies/queries.ts';
import type { Deps } from '../deps.ts';
import { makeLink } from '../links/make-link.ts';
import { findProfile } from '../profiles/queries.ts';
import type { LinkPurpose } from '../schema.ts';
import { renderLetter } from './render.ts';
import type { LetterContent } from './texts.ts';
import * as texts from './texts.ts';

type LetterKind =
  | 'VERIFY_EMAIL'
  | 'ALREADY_REGISTERED'
  | 'RESET_PASSWORD'
  | 'SET_PASSWORD'
  | 'PASSWORD_CHANGED'
  | 'PASSWORD_SET'
  | 'PAYMENT_CHANGED'
  | 'GOOGLE_ADDED'
  | 'COMPANY_SUBMITTED'
  | 'COMPANY_ACCEPTED'
  | 'COMPANY_DECLINED';

/** What waits in the outbox: which letter, for whom. Secrets are made when it leaves, so none rests in the queue. */
export interface LetterJob {
  id: string;
  kind: LetterKind;
  /** Null where somebody asked for a letter to an address that is nobody's: then none is written. */
  userId: string | null;
  /** Which of the registrations with an address a verification link is for; the newest where it does not say. */
  registrationId?: string;
  /** When what the letter tells of happened. */
  at?: string;
  /** Tries after which nobody knows whether the mail server took it. */
  doubts?: number;
}

export const LETTERS: Queue<LetterJob> = { name: 'letters', expireInSeconds: LONGEST_TRY_SECONDS + 30 };
/** One mail connection that hangs holds up one of these. */
export const LETTERS_AT_ONCE = 5;

/** With the pauses between them, three days. */
export const MOST_COPIES = 18;
const LONGEST_PAUSE_SECONDS = 6 * 60 * 60;

/** How long a letter rests after its so many-th doubt: each try may be one more copy in the mailbox. */
export function pauseAfterDoubt(doubts: number): number {
  return Math.min(5 * 4 ** (doubts - 1), LONGEST_PAUSE_SECONDS);
}

/** Writes and hands over one letter; throws if it could not leave, and is then called again later. */
export async function sendLetterJob(deps: Deps, job: LetterJob): Promise<void> {
  const { id, kind, userId, doubts = 0 } = job;
  if (doubts >= MOST_COPIES) throw new Refused('No mail server ever said that it took this letter');
  const person = userId === null ? undefined : await findPerson(deps.db, userId);
  if (!person) return;
  const content = await write(deps, job, person);
  if (!content) return;
  const to = kind === 'COMPANY_SUBMITTED' ? deps.config.ADMIN_EMAIL : person.email;
  const contactUrl = new URL('/contact-us', deps.config.PUBLIC_URL).href;
  try {
    await deps.sendLetter({ id, to, ...renderLetter(content, { to, contactUrl }) });
  } catch (error) {
    if (!(error instanceof Unsure)) throw error;
    deps.log.warn({ err: error, doubts: doubts + 1 }, 'a letter may have been taken');
    await sendAgain(deps, { ...job, doubts: doubts + 1 });
  }
}

async function sendAgain(deps: Deps, job: LetterJob & { doubts: number }): Promise<void> {
  const afterSeconds = pauseAfterDoubt(job.doubts);
  await transaction(deps.db, (trx) => deps.jobs.send(trx, LETTERS, job, { afterSeconds }));
}

async function write(
  deps: Deps,
  { id, kind, registrationId, at }: LetterJob,
  { userId, firstName, lastName, email }: Person,
): Promise<LetterContent | undefined> {
  const page = (path: string) => new URL(path, deps.config.PUBLIC_URL).href;
  const link = async (purpose: LinkPurpose, registration?: string) =>
    makeLink(deps, { letterId: id, userId, purpose, registrationId: registration });
  switch (kind) {
    case 'VERIFY_EMAIL': {
      const registrations = await findRegistrations(deps.db, userId);
      const chosen = registrations.find((one) => one.registrationId === registrationId) ?? registrations[0];
      const secret = await link('VERIFY_EMAIL', chosen?.registrationId);
      return texts.verifyEmail(chosen?.firstName ?? firstName, page(`/verify-email/${secret}`));
    }
    case 'ALREADY_REGISTERED':
      return texts.alreadyRegistered(firstName, page('/login'), page('/forgot-password'));
    case 'RESET_PASSWORD':
    case 'SET_PASSWORD': {
      const url = page(`/reset-password/${userId}?token=${await link('RESET_PASSWORD')}`);
      return kind === 'SET_PASSWORD'
        ? texts.setPassword(firstName, url)
        : texts.resetPassword(firstName, url);
    }
    case 'PASSWORD_CHANGED':
      return texts.passwordChanged(firstName, at, page('/forgot-password'));
    case 'PASSWORD_SET':
      return texts.passwordSet(firstName, at, page('/forgot-password'));
    case 'PAYMENT_CHANGED': {
      const profile = await findProfile(deps.db, userId);
      return profile && texts.paymentChanged(firstName, profile.payment, at, page('/forgot-password'));
    }
    case 'GOOGLE_ADDED':
      return texts.googleAdded(firstName, at, page('/forgot-password'));
    case 'COMPANY_ACCEPTED':
      return texts.companyAccepted(firstName, page('/dashboard'));
    case 'COMPANY_DECLINED': {
      const company = await findCompany(deps.db, userId);
      return texts.companyDeclined(firstName, company?.decline_reason ?? null, page('/dashboard/kyc'));
    }
    case 'COMPANY_SUBMITTED': {
      const company = await findCompany(deps.db, userId);
      // Decided in the meantime: the link would lead nowhere.
      if (!company || company.status !== 'PENDING') return undefined;
      const secret = await link('DECIDE_COMPANY');
      return texts.companySubmitted(
        {
          companyName: company.company_name,
          businessName: company.business_name,
          askedBy: `${firstName} ${lastName}, ${email}`,
          industry: company.industry,
          website: company.website,
          companyLinkedUrl: company.company_linked_url,
          foundersLinkedInUrl: company.founders_linked_in_url,
          stage: company.stage,
        },
        page(`/accept-company/${secret}/${userId}`),
        page(`/decline-company/${secret}/${userId}`),
      );
    }
    default:
      // Queued by a node of another version: it waits for one that knows it.
      throw new Error(`No letter is called ${String(kind satisfies never)}`);
  }
}
