/** Where the answers to a study's questions are kept until they are sent; a study each, so that two may be begun. */
export const answersKey = (studyId: string) => `screenerAnswers:${studyId}`;
