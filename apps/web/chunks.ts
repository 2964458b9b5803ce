/**
 * The files that pages share, each by the modules that bring the rest of it along. A module falls to the first part that
 * needs it. Left alone, the bundler makes a file of every set of pages that share something: 42 files for the log-in, and
 * 12 KiB more of them, since small files compress badly. test/e2e/sizes.e2e.ts holds each page to its size.
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
    'src/ui/link-button.tsx',
    'src/ui/woven.tsx',
  ],
  modal: ['src/ui/modal.tsx'],
  forms: [
    'src/forms/use-draft-form.ts',
    'src/forms/use-submit.ts',
    'src/forms/submit-button.tsx',
    'src/ui/text-input.tsx',
    'contracts/src/choice.ts',
    'contracts/src/text.ts',
    'contracts/src/identity/person.ts',
  ],
  auth: [
    'words/en/auth.ts',
    'src/product/frames/auth-frame.tsx',
    'src/features/auth/auth-form.tsx',
    'src/features/auth/carried-email.ts',
    'src/features/auth/google/google-button.tsx',
    'src/features/auth/use-caps-lock.ts',
    'src/features/auth/verification/use-resend.ts',
    'src/ui/password-input.tsx',
  ],
  dashboard: [
    'src/api/keys.ts',
    'src/app/gate.ts',
    'src/dashboard.tsx',
    'src/ui/badge.tsx',
    'src/ui/card.tsx',
    'src/ui/empty-state.tsx',
    'src/ui/filter-select.tsx',
    'src/ui/lazy-part.tsx',
    'src/api/load-failed.tsx',
    'src/ui/pager.tsx',
    'src/ui/use-heading-focus.ts',
  ],
  /** Lists say what was chosen in forms that they do not load, and the forms say it too. */
  choices: [
    'words/en/choices.ts',
    'contracts/src/calendar.ts',
    'src/format/dates.ts',
    'icons/chevron-down.mjs',
    'icons/plus.mjs',
    'icons/trash.mjs',
    'icons/users.mjs',
  ],
  /** Of studies' lists and of the wizard; no word of it is in a list of projects. */
  days: ['src/format/days.ts'],
  /** Of lists and of the wizard's last stage. */
  meetings: ['words/en/meetings.ts', 'contracts/src/project/meeting-choices.ts', 'src/format/clock.ts'],
  /** Of a study's page and of the wizard. */
  plan: ['words/en/meeting-plan.ts', 'contracts/src/time-slots.ts'],
  /** Of projects.ts only what lean-contracts.ts sets apart: its schemas are for forms. */
  calls: [
    'contracts/src/project/browsing.ts',
    'contracts/src/project/projects.ts?endpoints',
    'contracts/src/project/study-calls.ts',
  ],
  /** Also of a page that is outside the dashboard, which the steps would bring along. */
  calendarDay: ['contracts/src/calendar-day.ts'],
  /** What goes in steps: KYC, set-up, a new project, a new study. */
  steps: [
    'src/forms/use-step.ts',
    'src/ui/choice-group.tsx',
    'src/ui/options.ts',
    'src/ui/sticky-bar.tsx',
    'src/ui/wizard-head.tsx',
  ],
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
