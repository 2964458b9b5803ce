import { expect, test } from 'vitest';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import { encodeBits, decodeBit, decodeBits } from './bits.ts';

const meaning = (values: readonly string[]) =>
  Object.fromEntries(values.map((value) => [value, encodeBits(values, [value])]));

test('sets of choices survive encoding and decoding, in the order of the enumeration', () => {
  expect(
    decodeBits(DEVICE_REQUIREMENTS, encodeBits(DEVICE_REQUIREMENTS, ['TABLET', 'COMPUTER_WITH_WEBCAM'])),
  ).toEqual(['COMPUTER_WITH_WEBCAM', 'TABLET']);
  expect(decodeBits(GENDERS, 0)).toEqual([]);
  expect(() => decodeBit(GENDERS, 8)).toThrow('not one of its enumeration');
});

test('stored bits keep their meaning: enumerations are never reordered, and grow only at their end', () => {
  expect(meaning(DEVICE_REQUIREMENTS)).toMatchObject({ COMPUTER_WITH_WEBCAM: 1, MOBILE_PHONE: 2, TABLET: 4 });
  expect(meaning(GENDERS)).toMatchObject({ MALE: 1, FEMALE: 2, OTHERS: 4 });
  expect(meaning(EDUCATION_LEVELS)).toMatchObject({
    BASIC_SCHOOL: 1,
    HIGH_SECONDARY_SCHOOL: 2,
    DIPLOMA: 4,
    TRADE_TECHNICAL_VOCATIONAL_TRAINING: 8,
    ASSOCIATE_DEGREE: 16,
    BACHELORS_DEGREE: 32,
    MASTERS_DEGREE: 64,
    NOT_APPLICABLE: 128,
  });
  expect(meaning(INCOME_RANGES)).toMatchObject({
    LESS_THAN_10000: 1,
    BETWEEN_10000_30000: 2,
    BETWEEN_40000_60000: 4,
    BETWEEN_70000_100000: 8,
    MORE_THAN_100000: 16,
  });
});
