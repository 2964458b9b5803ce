export const language: string = 'en-GH';
