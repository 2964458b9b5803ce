import { type Role, DEVICE_REQUIREMENTS } from '@app/contracts/enumerations.ts';
import type { HandlerResult } from '@app/contracts/endpoint.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import * as contract from '@app/contracts/project/browsing.ts';
import type { Route } from '@app/kit/route.ts';
import { decodeBits } from '@app/kit/bits.ts';
import { findDraftAnswers } from '../applications/reads.ts';
import { type ShownStudy, findShownStudy } from '../studies/find-shown-study.ts';
import type { Deps, NoProfile } from '../deps.ts';
import { shownUnmetRequirements } from '../studies/unmet-requirements.ts';
import type { ProfileWithHistory } from '../schema.ts';
import { hasProfile } from '../matching-profiles/matching-profile.ts';
import { type ViewSource, recordView } from '../funnel/record-views.ts';
import { findStudy } from '../studies/reads.ts';
import { isPast, toRecruitmentStatus, toSurveyReply } from '../studies/recruitment-status.ts';
import { browseStudies } from './browse-studies.ts';
import { listPublicStudies } from './list-public-studies.ts';

type AnyStudy = HandlerResult<typeof contract.readStudy>;

export function browsingRoutes(route: Route, deps: Deps): void {
  const { db, reader, readProfile } = deps;

  route(contract.listPublicStudies, () => listPublicStudies(reader));
  route(
    contract.readPublicStudy,
    async ({ params, fail }) => (await listPublicStudies(reader, params.id))[0] ?? fail('STUDY_NOT_FOUND'),
  );

  route(contract.browseStudies, async ({ query, viewer }) => browseStudies(deps, viewer.userId, query));

  const readAs: Record<
    Role,
    (studyId: string, userId: string, source: ViewSource) => Promise<AnyStudy | undefined>
  > = {
    RESEARCHER: (studyId, userId) => findStudy(db, { studyId, userId }),
    async PARTICIPANT(studyId, userId, source) {
      const study = await findShownStudy(db, studyId, userId);
      // If the study is closed, only its applicants can still read it.
      const isOpen = study?.isOpen === true && !isPast(study, study.now);
      if (!study || !(isOpen || study.hasApplied)) return undefined;
      // An application counts as a view, so a view by an applicant is not recorded.
      if (!study.hasSeen && !study.hasApplied)
        await recordView(db, { studyId: study.id, participantId: userId, source });
      const [profile, draftAnswers] = await Promise.all([
        readProfile(userId),
        study.hasApplied ? undefined : findDraftAnswers(db, { studyId: study.id, participantId: userId }),
      ]);
      return { ...asParticipantReads(study, profile), ...(draftAnswers && { draftAnswers }) };
    },
  };
  route(
    contract.readStudy,
    async ({ params, query, viewer, fail }) =>
      (await readAs[viewer.role](params.id, viewer.userId, query.from ?? 'BROWSE')) ??
      fail('STUDY_NOT_FOUND'),
  );
}

/** Leaves out which options are eligible, because this must stay secret (S-407). */
function asParticipantReads(study: ShownStudy, profile: ProfileWithHistory | NoProfile): StudyForParticipant {
  const { placesLeft } = study;
  const recruitmentStatus = toRecruitmentStatus({ ...study, isOpen: placesLeft > 0 });
  // For an applicant, full quotas and exclusions do not count.
  const wanted = study.hasApplied ? { ...study, openQuotas: null, isExcluded: false } : study;
  // If the study is invite-only, people without an invitation see only its card.
  const isHidden = study.isRestricted && wanted.isExcluded;
  return {
    audience: 'PARTICIPANT',
    id: study.id,
    publicName: study.publicName,
    description: isHidden ? '' : study.description,
    deviceRequirements: decodeBits(DEVICE_REQUIREMENTS, study.deviceBits),
    durationInMinutes: study.durationInMinutes,
    version: study.version,
    desiredNumberOfParticipants: study.desiredNumberOfParticipants,
    placesLeft,
    availableDates: study.availableDates,
    availableTimes: study.availableTimes,
    incentive: study.incentive,
    meetingWay: study.meetingWay,
    seatsPerSlot: study.seatsPerSlot,
    choosing: study.choosing,
    leadHours: study.leadHours,
    noticeHours: study.noticeHours,
    bring: isHidden ? '' : (study.meetingDetails.bring ?? ''),
    language: isHidden ? '' : (study.meetingDetails.language ?? ''),
    ...toSurveyReply(study.survey, study.closesOn),
    companyName: study.companyName,
    ethics: isHidden ? null : study.ethics,
    publishedAt: study.publishedAt.toISOString(),
    hasApplied: study.hasApplied,
    recruitmentStatus,
    consent:
      study.consentText === null || isHidden
        ? null
        : { version: study.consentVersion, text: study.consentText },
    screeners: (isHidden ? [] : study.screeners).map(({ id, question, options }) => ({
      id,
      question,
      options: options.map((option) => ({ id: option.id, answer: option.answer })),
    })),
    unmetRequirements: hasProfile(profile)
      ? isHidden
        ? ['OTHER']
        : shownUnmetRequirements(wanted, profile)
      : [],
  };
}
