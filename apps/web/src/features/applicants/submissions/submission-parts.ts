export { SubmissionDetails } from './submission-details.tsx';
export { SubmissionLine, SubmissionState } from './submission-line.tsx';
export { SubmissionButtons, SubmissionReview } from './submission-review.tsx';
export { sendSubmissionDecision } from './send-submission-decision.ts';
