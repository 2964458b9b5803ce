/** These 8 characters identify the content. */
export const assetHash = (path: string): string => /-([\w-]{8})\.\w+$/.exec(path)?.[1] ?? '';
