/** Returns the 8 characters in a file name that stand for its content. */
export const assetHash = (path: string): string => /-([\w-]{8})\.\w+$/.exec(path)?.[1] ?? '';
