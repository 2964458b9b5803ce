import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import { type FurtherCriteria, FURTHER_CRITERIA } from '@app/contracts/further-criteria.ts';
import { EXCLUDED_PARTICIPATION, REQUIRED_PARTICIPATION } from '@app/contracts/project/exclusions.ts';
import type { NewStudy, Study, StudyEdit } from '@app/contracts/project/studies.ts';

type Optional = 'incentive' | ByEarlier | 'ethics' | 'consentText' | keyof FurtherCriteria;
type ByEarlier = 'excludedStudies' | 'requiredStudies' | 'isInviteOnly';
export type StudyContent = Omit<Pick<Study, keyof NewStudy>, Optional> & Pick<NewStudy, Optional>;

const inOrder = <T extends string>(all: readonly T[], chosen: readonly T[]) =>
  all.filter((value) => chosen.includes(value));

/** Empty fields are left out, because drafts that an older version stored do not have them. */
function orderedFurtherCriteria(study: FurtherCriteria) {
  const lists = Object.entries(FURTHER_CRITERIA).map(
    ([name, all]) =>
      [name, inOrder<string>(all, study[name as keyof typeof FURTHER_CRITERIA] ?? [])] as const,
  );
  const named: FurtherCriteria = Object.fromEntries(lists.filter(([, chosen]) => chosen.length > 0));
  return study.hasInternet ? { ...named, hasInternet: true } : named;
}

const orderedExclusions = ({
  excludedStudies,
  requiredStudies,
  isInviteOnly,
}: Pick<StudyContent, ByEarlier>) => ({
  ...(excludedStudies && {
    excludedStudies: {
      studies: excludedStudies.studies.toSorted(),
      who: inOrder(EXCLUDED_PARTICIPATION, excludedStudies.who),
      weeks: excludedStudies.weeks,
    },
  }),
  ...(requiredStudies && {
    requiredStudies: {
      studies: requiredStudies.studies.toSorted(),
      who: inOrder(REQUIRED_PARTICIPATION, requiredStudies.who),
    },
  }),
  ...(isInviteOnly && { isInviteOnly }),
});

/** The order of the fields is fixed, so that texts can be compared. */
function orderedConsent({ ethics, consentText }: Pick<StudyContent, 'ethics' | 'consentText'>) {
  const inOneOrder =
    ethics?.approval === 'APPROVED'
      ? {
          approval: ethics.approval,
          committee: ethics.committee,
          number: ethics.number,
          validUntil: ethics.validUntil,
        }
      : ethics && { approval: ethics.approval, reason: ethics.reason };
  return { ...(inOneOrder && { ethics: inOneOrder }), ...(consentText && { consentText }) };
}

const everybody: FurtherCriteria = {
  ...Object.fromEntries(Object.keys(FURTHER_CRITERIA).map((name) => [name, []])),
  hasInternet: false,
};

/** The names come from section 3 of the specification. */
export function studyStages(study: StudyContent) {
  return {
    studyDetails: {
      name: study.name,
      publicName: study.publicName,
      description: study.description,
      deviceRequirements: inOrder(DEVICE_REQUIREMENTS, study.deviceRequirements),
      ...orderedConsent(study),
    },
    participantsDemographics: {
      minimumAge: study.minimumAge,
      maximumAge: study.maximumAge,
      gender: inOrder(GENDERS, study.gender),
      education: inOrder(EDUCATION_LEVELS, study.education),
      annualHouseholdIncome: inOrder(INCOME_RANGES, study.annualHouseholdIncome),
      ...orderedFurtherCriteria(study),
      ...orderedExclusions(study),
    },
    screenerSurvey: study.screeners.map(({ id, question, options }) => ({
      id,
      question,
      options: options.map(({ id: optionId, answer, eligibility }) => ({
        id: optionId,
        answer,
        eligibility,
      })),
    })),
  };
}

/** An edit has no project, because a study stays in its project. */
export function toStudyEdit(study: StudyContent): StudyEdit {
  const { studyDetails, participantsDemographics, screenerSurvey } = studyStages(study);
  const { incentive = 0 } = study;
  const noDetails = { ethics: null, consentText: null, excludedStudies: null, requiredStudies: null };
  const details = { ...noDetails, isInviteOnly: false, ...studyDetails };
  return { ...everybody, ...details, ...participantsDemographics, screeners: screenerSurvey, incentive };
}

/** If two studies are equal, so are their texts, even if their sets and fields are in another order. */
export function serializeStudy(study: StudyContent): string {
  const paid = study.incentive ? [study.incentive] : [];
  return JSON.stringify([study.projectId, studyStages(study), ...paid]);
}
