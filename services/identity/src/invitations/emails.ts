import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { neverInvite } from '@app/contracts/identity/invitations.ts';
import { mayHoldContact } from '@app/contracts/contact-in-text.ts';
import { invitationPath, neverAgainPath } from '@app/contracts/web-paths.ts';
import { invitationEmailWords as words } from '@app/words/invitation-emails.ts';
import { emailWords } from '@app/words/emails.ts';
import { toMailbox } from '@app/kit/mailbox.ts';
import { findCompany } from '../company/reads.ts';
import type { EmailKind } from '../emails/queue-email.ts';
import { findStudy, mayInvite, admitInvited, signInvitationToken } from './accept-invitation.ts';
import {
  findInvitation,
  findPersonByVerifiedEmail,
  isNeverInvited,
  requeueInvitation,
  stopInvitation,
} from './queries.ts';

/** Readers must not think that a typed link or number is ours. */
const typedDetail = (label: string, value: string) =>
  value === '' || mayHoldContact(value, 'NAME') ? [] : [{ label, value }];

/**
 * The job contains no address. When the email is written, we check whether the study is open and the
 * researcher may invite.
 */
export const INVITATION: EmailKind<{ invitationId: string; isReminder: boolean }> = {
  name: 'INVITATION',
  urgency: () => 'BULK',
  async write(deps, { invitationId, isReminder }) {
    const { db, seal, config } = deps;
    const invitation = await findInvitation(db, invitationId);
    if (!invitation) return undefined;
    const { studyId, researcherId, address } = invitation;
    const hashes = seal.keyedHashes(toMailbox(address));
    if (await isNeverInvited(db, hashes)) return undefined;
    const owner = await findPersonByVerifiedEmail(db, address);
    if (owner?.isSuspended) return undefined;
    const userId = owner?.role === 'PARTICIPANT' ? owner.userId : invitation.userId;
    if (owner?.role === 'PARTICIPANT') {
      const outcome = await admitInvited(deps, {
        invitationId,
        studyId,
        userId: owner.userId,
        ownsAddress: true,
      });
      if (outcome === 'USED') return undefined;
    }
    const study = await findStudy(deps, studyId, userId);
    const company = await findCompany(db, researcherId);
    if (!study || study.endedAt !== null || study.hasApplied || !company) return undefined;
    if (!study.isOpen || !(await mayInvite(deps, researcherId))) {
      await requeueInvitation(db, { invitationId, isReminder });
      return undefined;
    }
    if (await isNeverInvited(db, hashes)) return undefined;
    const token = signInvitationToken(config, { invitationId, hash: seal.keyedHash(toMailbox(address)) });
    const page = (path: string) => new URL(path, config.PUBLIC_URL).href;
    const { publicName, durationInMinutes, isOnline, incentive, approval } = study;
    const approved = approval ? words.approvedBy(approval.committee, approval.number) : '';
    return {
      to: address,
      subject: words.subject(isReminder),
      greeting: emailWords.plainGreeting,
      paragraphs: words.body(isReminder),
      details: [
        ...typedDetail(words.study, publicName),
        ...(durationInMinutes === null
          ? []
          : [{ label: words.length, value: words.minutes(durationInMinutes, isOnline) }]),
        { label: words.pay, value: words.paid(incentive) },
        // An admin has checked the company's name, but researchers can change their own names.
        ...typedDetail(words.company, company.companyName),
        ...typedDetail(words.approval, approved),
      ],
      action: { label: words.action, url: page(invitationPath(studyId, token)) },
      otherAction: { label: words.never, url: page(neverAgainPath(token)) },
      stopUrl: page(`${IDENTITY_BASE}${neverInvite.path.replace(':token', token)}`),
    };
  },
  // Lists of addresses often contain dead ones, so a refusal needs no operator.
  refused: ({ db }, { invitationId }) => stopInvitation(db, invitationId),
};
