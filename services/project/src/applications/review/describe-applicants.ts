import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
  REGIONS,
} from '@app/contracts/enumerations.ts';
import { furtherOf } from '@app/contracts/further-bits.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { type Group, cellOf } from '@app/contracts/project/cells.ts';
import { UNMET_REQUIREMENTS } from '@app/contracts/project/browsing.ts';
import { valueOf, valuesOf } from '@app/kit/bits.ts';
import { findLatestBookings } from '../../bookings/reading/latest-bookings.ts';
import { consentedOf } from '../consent/agreements.ts';
import { findHistories } from '../history.ts';
import type { Deps } from '../../deps.ts';
import { readNamesOf } from '../../facts/ask-identity.ts';
import { readIncentives } from '../../money/reads.ts';
import type { ApplicantRow } from './queries.ts';

/** A person whose account is gone keeps the application, without a name. */
export const nameless = { firstName: '', lastName: '', sharesNumber: false };

/** At most a page of applicants as their researcher sees them, with names and what became of each. */
export async function describeApplicants(
  { db, callIdentity, callPayment }: Pick<Deps, 'db' | 'callIdentity' | 'callPayment'>,
  cells: readonly Group[],
  rows: readonly ApplicantRow[],
): Promise<Applicant[]> {
  const ids = rows.map(({ id }) => id);
  const [names, histories, meetings, incentives] = await Promise.all([
    readNamesOf(
      callIdentity,
      rows.map(({ applicantId }) => applicantId),
    ),
    findHistories(db, ids, 'RESEARCHER'),
    findLatestBookings(db, ids),
    readIncentives({ db, callPayment }, ids),
  ]);
  return rows.map(
    ({ genderBit, regionBit, educationBit, incomeBit, deviceBits, changedBits, askedBits, ...row }) => ({
      ...row,
      asked: furtherOf(askedBits),
      unreadMessages: row.unreadMessages ?? 0,
      consent: consentedOf(row),
      ...(names.get(row.applicantId) ?? nameless),
      gender: valueOf(GENDERS, genderBit),
      cell: cellOf(cells, {
        age: row.age,
        gender: valueOf(GENDERS, genderBit),
        region: valuesOf(REGIONS, regionBit)[0],
      }),
      education: valueOf(EDUCATION_LEVELS, educationBit),
      annualHouseholdIncome: valueOf(INCOME_RANGES, incomeBit),
      devices: valuesOf(DEVICE_REQUIREMENTS, deviceBits),
      changedSince: valuesOf(UNMET_REQUIREMENTS, changedBits),
      appliedAt: row.appliedAt.toISOString(),
      history: histories.get(row.id) ?? [],
      meeting: meetings.get(row.id) ?? null,
      payment: incentives.get(row.id) ?? null,
    }),
  );
}
