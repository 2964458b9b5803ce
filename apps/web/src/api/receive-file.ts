import { networkFailure } from './failure.ts';

/** A file as the page takes it: whole, and under the name that the server gave it. */
export interface ReceivedFile {
  name: string;
  content: Blob;
}

/** It comes piece by piece, so the connection may still break when the answer has begun. */
export async function receiveFile(response: Response): Promise<ReceivedFile> {
  const [, name = ''] =
    /filename\*=UTF-8''([^;]*)/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  try {
    return { name: decodeURIComponent(name), content: await response.blob() };
  } catch (error) {
    throw networkFailure(error);
  }
}
