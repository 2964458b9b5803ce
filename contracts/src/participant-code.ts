/** Short enough to say aloud, and no name: what stands for a participant in calendars and books of others. */
export const codeOf = (applicationId: string) => applicationId.replaceAll('-', '').slice(-6).toUpperCase();
