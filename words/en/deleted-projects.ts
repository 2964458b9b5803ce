export const deletedProjectWords = {
  bringBackNamed: (project: string) => `Bring it back: ${project}`,
  deletedCount: (count: number) =>
    count === 1 ? '1 deleted project can be brought back' : `${count} deleted projects can be brought back`,
  deletedAgo: (ago: string, until: string) => `Deleted ${ago}. You can bring it back until ${until}.`,
} as const;
