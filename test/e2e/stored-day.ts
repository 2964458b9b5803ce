import { expect } from '@playwright/test';
import { readUserInformation } from '@app/contracts/identity/profiles.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { callProduct } from './call-product.ts';
import type { Day } from './participant-day.ts';
import { SCREEN_PASSWORD } from './steps.ts';

/** Checks that every action of the day is stored correctly, and once. */
export async function expectDayStored({ product, email, study, researcher }: Day): Promise<void> {
  const as = await callProduct(product, logIn, { body: { email, password: SCREEN_PASSWORD } });
  expect(as).toMatchObject({ firstName: 'Esi', lastName: 'Blankson', hasUserInfo: true, firstLogin: false });
  const stored = await callProduct(product, readUserInformation, { as });
  expect(stored).toMatchObject({
    demographic: {
      dateOfBirth: '1996-04-18',
      gender: 'OTHERS',
      education: 'DIPLOMA',
      annualHouseholdIncome: 'BETWEEN_10000_30000',
      region: 'ASHANTI',
      city: 'Kumasi',
    },
    employment: { status: 'FREELANCER', jobRole: 'SALES_TRADING', industry: 'RETAIL_TRADE' },
    technicalDetail: { browsers: ['CHROME'], phoneOs: 'ANDROID', hasWebcam: false, hasInternet: true },
    payment: { provider: 'TELECEL', accountName: 'Esi Blankson', phoneNumber: '+233 •• ••• 4321' },
  });
  const [application, ...others] = await callProduct(product, listOwnApplications, { as });
  expect(others).toEqual([]);
  expect(application?.history.map(({ status }) => status)).toEqual(['PENDING', 'ACCEPTED', 'WITHDRAWN']);
  expect(application?.responses).toEqual(
    study.screeners.map(({ question, options }, at) => ({
      id: String(at + 1),
      question,
      answer: options[0]!.answer,
    })),
  );
  const params = { id: study.id };
  expect(await callProduct(product, listApplicants, { as: researcher, params })).toHaveLength(1);
}
