import { contact } from '@app/words/contact.ts';
import { participantTopics } from '@app/words/help-participants.ts';
import { researcherTopics } from '@app/words/help-researchers.ts';

export const helpWords = {
  heading: 'Need help?',
  search: 'Search the answers',
  clearSearch: 'Show all answers',
  found: (count: number) => (count === 1 ? '1 answer found' : `${count} answers found`),
  nothingFound: 'No answer has these words. Try fewer of them, or write to us: a person answers.',
  topics: { PARTICIPANT: participantTopics, RESEARCHER: researcherTopics },
  tourHeading: 'Take a tour',
  tourText: 'Through your screens, in the order in which you need them. It takes a minute.',
  tourStart: 'Start the tour',
  contactHeading: 'Talk to us',
  contactText: `If your question is not here, write to us. A person reads it and answers within ${contact.answersWithin}.`,
  contact: 'Contact us',
} as const;
