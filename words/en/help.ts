import { contact } from '@app/words/contact.ts';
import { participantTopics } from '@app/words/help-participants.ts';
import { researcherTopics } from '@app/words/help-researchers.ts';

export const helpWords = {
  heading: 'Need help?',
  search: 'Search the answers',
  clearSearch: 'Show all answers',
  found: (count: number) => (count === 1 ? '1 answer found' : `${count} answers found`),
  nothingFound: 'We found no answer with these words. Try fewer words, or write to us.',
  topics: { PARTICIPANT: participantTopics, RESEARCHER: researcherTopics },
  tourHeading: 'Take a tour',
  tourText: 'See each of your screens, in the order that you need them. It takes a minute.',
  tourStart: 'Start the tour',
  contactHeading: 'Contact us',
  contactText: `If your question is not here, write to us. A person reads your message and answers within ${contact.answersWithin}.`,
  contact: 'Contact us',
} as const;
