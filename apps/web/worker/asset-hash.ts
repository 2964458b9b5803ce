/** The 8 letters identify the content and are shorter than full names. */
export const assetHash = (path: string): string => /-([\w-]{8})\.\w+$/.exec(path)?.[1] ?? '';
