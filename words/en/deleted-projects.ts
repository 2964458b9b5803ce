export const deletedProjectWords = {
  bringBackNamed: (project: string) => `Restore ${project}`,
  deletedCount: (count: number) =>
    count === 1 ? '1 deleted project can be restored' : `${count} deleted projects can be restored`,
  deletedAgo: (ago: string, until: string) => `Deleted ${ago}. You can restore it until ${until}.`,
} as const;
