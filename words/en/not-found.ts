/** The first two texts stay letter for letter (S-109). */
export const notFoundWords = {
  heading: "We can't find this page",
  text: 'The page you are looking for does not exist or has been moved.',
  goBack: 'Go back',
  goHome: 'Go home',
  chat: 'Chat with the team',
} as const;
