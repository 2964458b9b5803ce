/** Projects: list, creation, details, settings. */
export const projectMessages = {
  listHeading: 'My Projects',
  createHeading: 'What would you like to name your first project?',
  detailsHeading: 'Project',
  settingsHeading: 'Project settings',
} as const;
