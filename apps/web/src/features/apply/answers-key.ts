/** The storage key of the draft answers to a study; one for each study, so that two can be open at once. */
export const answersKey = (studyId: string) => `screenerAnswers:${studyId}`;
