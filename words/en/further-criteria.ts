export const furtherWords = {
  moreHint: 'All of these are optional. If you choose nothing, everyone fits.',
  names: {
    regions: 'Region',
    languages: 'Languages',
    employment: 'What they do now',
    jobRoles: 'Job role',
    industries: 'Industry',
    phoneOs: 'Phone',
  },
  languagesHint: 'People who speak one of these languages fit.',
  anybody: 'Anyone',
  internet: 'Internet',
  internetNeeded: 'They have internet where they take part',
  onlyInternet: 'Only people with internet where they take part',
} as const;
