import * as z from 'zod/mini';

/** A UUID in small letters, however it was written (RFC 9562 section 4), so that one thing has one name in keys and links. */
export const Id = z.uuid().check(z.toLowerCase());
