import type { Page } from '@app/contracts/endpoint.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';

export function testApplicant(id: string, given: Partial<Applicant> = {}): Applicant {
  return {
    id,
    applicantId: `person-${id}`,
    code: `P-${id}`,
    firstName: 'Adwoa',
    lastName: `Number ${id}`,
    age: 30,
    gender: 'FEMALE',
    education: 'DIPLOMA',
    annualHouseholdIncome: 'LESS_THAN_10000',
    devices: ['MOBILE_PHONE'],
    asked: {
      regions: [],
      languages: [],
      employment: [],
      jobRoles: [],
      industries: [],
      phoneOs: [],
      hasInternet: false,
    },
    quota: null,
    changedSince: [],
    sharesNumber: false,
    consent: { version: 0, agreedAt: null, agreements: [], withdrawnAt: null },
    isConsentOutdated: false,
    status: 'PENDING',
    isQualified: true,
    responses: [],
    appliedAt: '2026-11-21T10:00:00Z',
    history: [],
    remarks: '',
    isFavourite: false,
    unreadMessages: 0,
    meeting: null,
    payment: null,
    ...given,
  };
}

export function testPage(all: readonly Applicant[], number: number, size: number): Page<Applicant> {
  const content = all.slice(number * size, (number + 1) * size);
  return {
    content,
    number,
    size,
    totalElements: all.length,
    totalPages: Math.ceil(all.length / size),
    numberOfElements: content.length,
  };
}
