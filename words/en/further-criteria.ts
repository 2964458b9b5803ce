export const furtherWords = {
  moreHint: 'All of it is optional. Where you choose nothing, everybody fits.',
  names: {
    regions: 'Region',
    languages: 'Languages',
    employment: 'What they do at present',
    jobRoles: 'Job role',
    industries: 'Industry',
    phoneOs: 'Phone',
  },
  languagesHint: 'Whoever speaks one of them fits.',
  anybody: 'Anybody',
  internet: 'Internet',
  internetNeeded: 'Has it where they take part',
  onlyInternet: 'Only people with internet where they take part',
} as const;
