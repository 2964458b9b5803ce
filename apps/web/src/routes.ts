import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import type { Guard } from './session/guards.ts';

function gate(guard: Lowercase<Guard>, pages: RouteConfigEntry[]): RouteConfigEntry {
  return layout(`app/gates/${guard.replaceAll('_', '-')}.tsx`, pages);
}

const verification = 'features/auth/verification/email-verification.tsx';
const decision = 'features/company/decide/decide-company.tsx';

export default [
  index('features/public/home/home.tsx'),
  route('about', 'features/public/about.tsx'),
  route('open-studies', 'features/public/open-studies.tsx'),
  route('open-studies/:id', 'features/public/open-study.tsx'),
  route('contact-us', 'features/public/contact.tsx'),
  route('privacy-policy', 'features/public/legal/privacy.tsx'),
  route('terms-and-conditions', 'features/public/legal/terms.tsx'),

  gate('guest', [
    route('login', 'features/auth/log-in/log-in.tsx', { id: 'log-in' }),
    route('login/code', 'features/auth/log-in/log-in-by-code.tsx'),
    route('participant-login', 'features/auth/log-in/log-in.tsx', { id: 'participant-log-in' }),
  ]),
  route('signup', 'features/auth/sign-up/sign-up.tsx'),
  route('participant-signup', 'features/auth/sign-up/participant-sign-up.tsx'),
  // The contract defines this path (GOOGLE_RETURN_PATH).
  route('google-sign-in', 'features/auth/google/google-sign-in.tsx'),
  route('forgot-password', 'features/auth/password/forgot-password.tsx'),
  route('forgot-password/:email', verification, { id: 'password-email-sent' }),
  route('verifying-confirmation/:email', verification, { id: 'verifying-confirmation' }),
  route('verification-success/:id', verification, { id: 'verification-success' }),
  route('verification-failed/:email?', verification, { id: 'verification-failed' }),
  route('verify-email/:token', 'features/auth/verification/verify-email.tsx'),
  route('reset-password/:userId', 'features/auth/password/reset-password.tsx'),
  route('accept-company/:token/:userId', decision, { id: 'accept-company' }),
  route('decline-company/:token/:userId', decision, { id: 'decline-company' }),

  // The contract defines this path (disputePath).
  route('decide-meeting/:id/:token', 'features/disputes/decide-dispute.tsx'),
  // The contract defines this path (neverAgainPath).
  route('never-again/:token', 'features/public/stop-invitations.tsx'),
  route('c/:code', 'features/submissions/completion.tsx'),
  route('meeting/:id', 'app/email-link.tsx', { id: 'meeting-email-link' }),
  route('change-email/:token', 'app/email-link.tsx', { id: 'change-email-link' }),
  route('letters', 'app/email-link.tsx', { id: 'emails-email-link' }),

  route('dashboard', 'dashboard.tsx', [
    index('app/gates/landing.tsx'),
    gate('researcher', [
      route('projects', 'features/projects/list/projects.tsx'),
      route('study/:id', 'features/projects/study/study.tsx'),
      route('study-applicants/:id', 'features/applicants/study-applicants.tsx'),
      route('study-budget/:id', 'features/budgets/budget.tsx'),
      route('meetings', 'features/meetings/meetings.tsx'),
      route('create-project', 'features/projects/create-project.tsx'),
    ]),
    gate('verified_researcher', [
      route('create-study/:id', 'features/study-wizard/create-study.tsx'),
      route('project/:id', 'features/projects/project.tsx'),
      route('project-settings/:id', 'features/projects/settings/project-settings.tsx'),
    ]),
    gate('participant', [
      route('browse-studies', 'features/browsing/browse-studies.tsx'),
      route('study-apply/:id', 'features/applications/study-apply.tsx'),
      route('studies', 'features/my-studies/studies.tsx'),
      route('studies/:id/time', 'features/bookings/choose-time.tsx'),
      route('meeting/:id', 'features/my-studies/meeting/meeting.tsx'),
    ]),
    gate('participant_setup', [
      route('participant-setup', 'features/participant-setup/participant-setup.tsx'),
    ]),
    gate('kyc', [route('kyc', 'features/company/kyc/kyc.tsx')]),
    route('messages/:id?', 'features/messages/messages.tsx'),
    route('accounts', 'features/accounts/accounts.tsx'),
    route('change-email/:token', 'features/accounts/confirm-email.tsx'),
    route('statement/:year', 'features/statements/statement.tsx'),
    route('help', 'features/help/help.tsx'),
    route('*', 'features/public/not-found.tsx', { id: 'dashboard-not-found' }),
  ]),

  route('*', 'features/public/not-found.tsx'),
] satisfies RouteConfig;
