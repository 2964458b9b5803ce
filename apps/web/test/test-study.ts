import type { Study } from '@app/contracts/project/studies.ts';

export const testStudy = {
  id: 's',
  version: 3,
  projectId: 'p',
  name: 'Queues',
  publicName: 'Waiting',
  description: 'We wait with you.',
  deviceRequirements: ['TABLET'],
  minimumAge: 18,
  maximumAge: 60,
  gender: ['FEMALE'],
  education: ['DIPLOMA'],
  annualHouseholdIncome: ['LESS_THAN_10000'],
  screeners: [
    {
      id: 'aaaaaa',
      question: 'How?',
      options: [
        { id: 'bbbbbb', answer: 'So', eligibility: 'QUALIFY' },
        { id: 'cccccc', answer: 'Not', eligibility: '' },
      ],
    },
  ],
} as unknown as Study;
