/**
 * A module belongs to the first part in this list that needs it. Without these parts, the bundler would make
 * 42 files for the log-in, 12 KiB more in all. test/e2e/sizes.e2e.ts limits each page.
 */
export const parts: Record<string, readonly string[]> = {
  start: [
    'react-dom/client.js',
    'react-router/dist/production/dom-export.js',
    'src/root.tsx',
    'src/api/call.ts',
    'src/api/toast-failure.ts',
    'src/session/guards.ts',
    'src/forms/drafts.ts',
    'src/app/frames/error-page.tsx',
    'src/api/session/restore-user.ts',
    'src/api/session/log-out.ts',
    'src/session/roles.ts',
    'src/product/title.ts',
    'src/ui/skip-link.tsx',
    'src/ui/banner.tsx',
    'src/ui/control-class.ts',
    'src/ui/button.tsx',
    'src/ui/woven-pattern.tsx',
    'src/ui/modal.tsx',
    'src/product/page-settings.tsx',
    // Without this part, lists would load all forms.
    'words/en/cedis.ts',
    'words/en/clock.ts',
    // Most pages need the words of days that this module imports, so it is not with the forms.
    'words/say-rule.ts',
  ],
  contacts: ['contracts/src/contact-in-text.ts'],
  forms: [
    'src/forms/form.tsx',
    'src/ui/text-input.tsx',
    'contracts/src/calendar-day.ts',
    'contracts/src/phone-number.ts',
    'contracts/src/text.ts',
    'contracts/src/identity/person.ts',
    'contracts/src/identity/sessions.ts',
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
    'src/product/pending-calls.ts',
    // Most pages need these modules. In one file, they need fewer requests.
    'react-query/build/modern/queryOptions.js',
    'src/api/account-check.ts',
    'src/api/call-payment.ts',
    'src/api/use-single-call.ts',
    'contracts/src/payment/account-check.ts?endpoints',
    'contracts/src/payment/payouts.ts?endpoints',
    'src/ui/pager.tsx',
    'src/ui/use-first-wait.ts',
    'src/ui/use-heading-focus.ts',
    'src/ui/use-search-change.ts',
  ],
  /** Lists and forms both need these modules. A list must not load the forms. */
  choices: [
    'words/en/choices.ts',
    'contracts/src/calendar.ts',
    'src/format/dates.ts',
    'icons/chevron-down.mjs',
    'contracts/src/project/applications.ts?endpoints',
    'contracts/src/project/bookings.ts?endpoints',
    'contracts/src/project/browsing.ts?endpoints',
    'contracts/src/project/meeting-choices.ts',
    'contracts/src/project/meetings.ts',
    'words/en/meetings.ts',
    'words/en/study-details.ts',
    'src/format/days.ts',
    'src/product/consent-agreements.ts',
    'src/product/submissions/submission-tones.ts',
  ],
  /** The researcher's pages share these modules. */
  research: [
    'icons/plus.mjs',
    'icons/trash.mjs',
    'icons/users.mjs',
    'contracts/src/payment/budgets.ts?endpoints',
    'contracts/src/project/applicants.ts?endpoints',
    // The schemas in this file belong to the forms. lean-contracts.ts separates the endpoints from them.
    'contracts/src/project/projects.ts?endpoints',
    'contracts/src/project/study-calls.ts',
    'src/api/own-study.ts',
  ],
  researcherMeetings: ['words/en/researcher-meetings.ts', 'src/product/meetings/group-meetings.ts'],
  projects: [
    'words/en/projects.ts',
    'src/features/projects/project-queries.ts',
    'src/features/projects/may-create.tsx',
  ],
  /** The participant's lists share these modules. */
  lists: [
    'src/product/study-detail-list.tsx',
    'src/product/ethics-summary.ts',
    'words/en/consent-agreements.ts',
    'words/en/before-applying.ts',
    'src/product/report-study.tsx',
    'src/format/listed.ts',
    'src/api/own-applications.ts',
    'src/api/own-bookings.ts',
    'contracts/src/project/calendar.ts?endpoints',
  ],
  browse: ['src/features/browsing/browse-studies.tsx', 'src/product/study-card.tsx'],
  surveys: [
    'words/en/submissions.ts',
    'contracts/src/project/submissions.ts?endpoints',
    'src/api/own-submissions.ts',
  ],
  ownPay: ['src/product/pay-question.tsx', 'words/en/account-check.ts', 'src/api/own-payments.ts'],
  plan: ['words/en/meeting-fields.ts', 'contracts/src/time-slots.ts', 'src/product/study-drafts.ts'],
  steps: [
    'src/forms/use-step.ts',
    'src/ui/choice-group.tsx',
    'src/ui/options.ts',
    'src/ui/sticky-bar.tsx',
    'src/ui/wizard-head.tsx',
    'src/ui/select.tsx',
    'contracts/src/project/slot-id.ts',
  ],
  profileWords: ['words/en/participant-setup.ts', 'words/en/profile-choices.ts'],
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
  groups: ['words/en/quota-names.ts', 'words/en/quotas.ts'],
  rules: ['src/forms/all-rules.ts'],
  /** Only a study's page describes a whole study, and lists do not. */
  studyAbout: ['src/product/study-about.tsx', 'src/product/screener-words.ts', 'words/en/applications.ts'],
  /** In a file of its own, because most studies have no survey. */
  survey: ['contracts/src/project/survey.ts'],
  /**
   * If the wizard shares a module with other pages, it must be in a list above. Otherwise those pages would
   * load the wizard.
   */
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
