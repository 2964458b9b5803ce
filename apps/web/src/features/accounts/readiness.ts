import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { accountMessages as words } from '@app/contracts/messages/accounts.ts';
import { shellMessages } from '@app/contracts/messages/shell.ts';
import { paths } from '../../app/paths.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { companyTones, setUpTones } from '../../ui/status-tones.ts';

export interface Readiness {
  name: string;
  text: string;
  tone: BadgeTone;
  /** What is still to do, if anything. */
  next?: { to: string; label: string };
}

type Facts = Pick<SignedInUser, 'role' | 'adminVerificationStatus' | 'hasCompanyInfo' | 'hasUserInfo'>;

/** How far a person has come: a researcher's verification, a participant's set-up. */
export function readiness(user: Facts): Readiness {
  if (user.role === 'PARTICIPANT') {
    const name = words.setup;
    if (user.hasUserInfo) return { name, text: words.setupDone, tone: setUpTones.DONE };
    const next = { to: paths.participantSetup, label: words.toSetup };
    return { name, text: words.setupMissing, tone: setUpTones.MISSING, next };
  }
  const name = words.verification;
  const toKyc = (label: string) => ({ to: paths.kyc, label });
  switch (user.hasCompanyInfo ? user.adminVerificationStatus : null) {
    case 'VERIFIED':
      return { name, text: shellMessages.accountVerified, tone: companyTones.VERIFIED };
    case 'PENDING':
      return { name, text: shellMessages.pendingVerification, tone: companyTones.PENDING };
    case 'DECLINED':
      return {
        name,
        text: shellMessages.accountDeclined,
        tone: companyTones.DECLINED,
        next: toKyc(words.sendAgain),
      };
    default:
      return { name, text: words.notSent, tone: companyTones.NOT_SENT, next: toKyc(words.toKyc) };
  }
}
