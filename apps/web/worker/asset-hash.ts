/** The 8 characters of a file name that identify the content. */
export const assetHash = (path: string): string => /-([\w-]{8})\.\w+$/.exec(path)?.[1] ?? '';
