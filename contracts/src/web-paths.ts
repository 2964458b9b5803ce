/** Addresses of the web app that the services name: in letters, and in notifications for those who have no pages of their own. */
export const webPaths = {
  dashboard: '/dashboard',
  projects: '/dashboard/projects',
  kyc: '/dashboard/kyc',
  studies: '/dashboard/studies',
  studyApply: (studyId: string) => `/dashboard/study-apply/${studyId}`,
  studyApplicants: (studyId: string) => `/dashboard/study-applicants/${studyId}`,
} as const;
