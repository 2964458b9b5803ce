/** What a built file's name says of its content: 8 letters, which are shorter than the names in every visitor's worker. */
export const assetHash = (path: string): string => /-([\w-]{8})\.\w+$/.exec(path)?.[1] ?? '';
