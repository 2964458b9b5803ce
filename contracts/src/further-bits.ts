import { type FurtherCriteria, type FurtherValues, FURTHER_CRITERIA } from './further-criteria.ts';

/**
 * One number of bits for each of FURTHER_CRITERIA, and one for the internet. Null means that nothing is
 * required, or that nothing is known.
 */
export type FurtherBits = readonly number[] | null;

type Names = keyof typeof FURTHER_CRITERIA;
const names = Object.keys(FURTHER_CRITERIA) as Names[];
export const FURTHER_KINDS = names.length + 1;

export function encodeFurtherCriteria(criteria: FurtherCriteria): FurtherBits {
  const encodeCriterion = (name: Names) => {
    const chosen: readonly string[] = criteria[name] ?? [];
    return FURTHER_CRITERIA[name].reduce(
      (bits, value, at) => bits | (Number(chosen.includes(value)) << at),
      0,
    );
  };
  const bits = [...names.map(encodeCriterion), Number(criteria.hasInternet ?? false)];
  return bits.every((set) => set === 0) ? null : bits;
}

export function decodeFurtherCriteria(bits: FurtherBits): FurtherValues {
  const decodeCriterion = <Name extends Names>(name: Name) => {
    const values: readonly (typeof FURTHER_CRITERIA)[Name][number][] = FURTHER_CRITERIA[name];
    return values.filter((_, at) => ((bits?.[names.indexOf(name)] ?? 0) & (1 << at)) !== 0);
  };
  return {
    regions: decodeCriterion('regions'),
    languages: decodeCriterion('languages'),
    employment: decodeCriterion('employment'),
    jobRoles: decodeCriterion('jobRoles'),
    industries: decodeCriterion('industries'),
    phoneOs: decodeCriterion('phoneOs'),
    hasInternet: bits?.[names.length] === 1,
  };
}
