/**
 * The files that pages share, each by the modules that bring the rest of it along. A module falls to the first part
 * that needs it. Left alone, the bundler makes a file for every set of pages that share something: 42 files for the
 * log-in. They weigh 12 KiB more, since small files compress badly. test/e2e/sizes.e2e.ts holds each page to its size.
 */
export const parts: Record<string, readonly string[]> = {
  /** Every page with a script. */
  start: [
    'react-dom/client.js',
    'react-router/dist/production/dom-export.js',
    'src/root.tsx',
    'src/api/call.ts',
    'src/api/toast-failure.ts',
    'src/session/guards.ts',
    'src/forms/drafts.ts',
    'src/app/frames/last-resort.tsx',
    'src/api/session/restore-user.ts',
    'src/api/session/log-out.ts',
    'src/session/roles.ts',
    'src/product/title.ts',
    'src/ui/skip-link.tsx',
    'src/ui/banner.tsx',
    'src/ui/control-class.ts',
    'src/ui/button.tsx',
    'src/ui/woven.tsx',
    'src/ui/modal.tsx',
    // Of the log-in and of the set-up.
    'src/product/filled-in.tsx',
    // Of lists and of forms: from the forms they would bring all of them along.
    'words/en/cedis.ts',
    'words/en/clock.ts',
    // Of forms, and of a researcher's rules: these are asked for before any form is.
    'words/say-rule.ts',
  ],
  /** Of names in forms, and of messages. */
  contacts: ['contracts/src/contact-in-text.ts'],
  forms: [
    'src/forms/form.tsx',
    'src/ui/text-input.tsx',
    'contracts/src/calendar-day.ts',
    'contracts/src/phone-number.ts',
    'contracts/src/text.ts',
    'contracts/src/identity/person.ts',
    'contracts/src/identity/session.ts',
    'src/ui/checkbox.tsx',
  ],
  auth: [
    'words/en/auth.ts',
    'src/product/frames/auth-frame.tsx',
    'src/features/auth/auth-form.tsx',
    'src/features/auth/google/google-button.tsx',
    'src/features/auth/verification/use-resend.ts',
    'src/ui/password-input.tsx',
    'src/app/gates/guest.tsx',
    'src/ui/outcome.tsx',
  ],
  /** From the sign-up to the letter that was sent, with the other pages of letters. */
  signUp: [
    'src/features/auth/sign-up/sign-up.tsx',
    'src/features/auth/sign-up/participant-sign-up.tsx',
    'src/features/auth/verification/email-verification.tsx',
    'src/features/auth/verification/verify-email.tsx',
    'src/features/auth/email-form.tsx',
  ],
  dashboard: [
    'src/api/keys.ts',
    'src/app/gate.ts',
    'src/dashboard.tsx',
    'src/app/gates/landing.tsx',
    'src/app/gates/kyc.tsx',
    'src/app/gates/participant.tsx',
    'src/app/gates/researcher.tsx',
    'src/app/gates/verified-researcher.tsx',
    'src/ui/badge.tsx',
    'src/ui/card.tsx',
    'src/ui/filter-select.tsx',
    'src/ui/states.tsx',
    'src/api/load-failed.tsx',
    'src/product/meetings/use-now.ts',
    // Of most pages, and one request less for the others.
    'src/api/account-check.ts',
    'src/api/call-payment.ts',
    'src/api/use-single-call.ts',
    'contracts/src/payment/payouts.ts?endpoints',
    'src/ui/pager.tsx',
    'src/ui/use-heading-focus.ts',
    'src/ui/use-search-change.ts',
  ],
  /** Lists show what was chosen in forms, without loading the forms, which show it too; also outside the dashboard. */
  choices: [
    'words/en/choices.ts',
    'contracts/src/calendar.ts',
    'src/format/dates.ts',
    'src/format/listed.ts',
    'icons/chevron-down.mjs',
    'icons/plus.mjs',
    'icons/trash.mjs',
    'icons/users.mjs',
    'contracts/src/project/applications.ts?endpoints',
    'contracts/src/project/browsing.ts',
    // Of projects.ts only what lean-contracts.ts sets apart: its schemas are for forms.
    'contracts/src/project/projects.ts?endpoints',
    'contracts/src/project/study-calls.ts',
    // Of a study's pages, which load no form, and of the wizard.
    'src/api/own-study.ts',
  ],
  /** A participant's lists; no word of it is in a list of projects. */
  lists: [
    'src/product/study-card.tsx',
    'src/product/ethics-said.ts',
    'words/en/consenting.ts',
    'words/en/apply.ts',
    'src/product/report-study.tsx',
    'src/format/days.ts',
    'src/api/own-applications.ts',
    'src/api/own-bookings.ts',
    'words/en/meetings.ts',
    'contracts/src/project/meeting-choices.ts',
    'contracts/src/project/meetings.ts',
  ],
  /** Of a study's page and of the wizard. */
  plan: ['words/en/meeting-plan.ts', 'contracts/src/time-slots.ts', 'src/product/study-drafts.ts'],
  /** What goes in steps: KYC, set-up, a new project, a new study. */
  steps: [
    'src/forms/use-step.ts',
    'src/ui/choice-group.tsx',
    'src/ui/options.ts',
    'src/ui/sticky-bar.tsx',
    'src/ui/wizard-head.tsx',
    'src/ui/select.tsx',
    // A time is chosen as a step is.
    'contracts/src/project/slot-id.ts',
  ],
  profileWords: ['words/en/participant-setup.ts', 'words/en/profile-choices.ts'],
  /** What participants say of themselves, at the set-up and in their account. */
  profile: [
    'src/features/participant-setup/participant-setup.tsx',
    'src/app/gates/participant-setup.tsx',
    'src/forms/profile/part-errors.ts',
    'src/forms/profile/technical-fields.tsx',
    'src/forms/profile/demographic-fields.tsx',
    'src/forms/profile/employment-fields.tsx',
    'src/forms/profile/payment-fields.tsx',
    'src/forms/profile/set-up-drafts.ts',
  ],
  /** Of quotas: where a study has any, applicants are of groups. */
  groups: ['words/en/groups.ts', 'words/en/quotas.ts'],
  /** Of all forms of a researcher; each of their pages asks for it beforehand. */
  rules: ['src/forms/all-rules.ts'],
  /** Whatever other pages share with the wizard stands above: from here they would bring all of it along. */
  wizard: ['src/features/study-wizard/create-study.tsx'],
};

export const chunkGroups = Object.entries(parts).map(([debugName, modules], index) => ({
  debugName,
  priority: Object.keys(parts).length - index,
  name: (id: string) =>
    modules.some((module) => (module.includes('?') ? id : id.split('?', 1)[0]!).endsWith(`/${module}`))
      ? debugName
      : null,
}));
