import { networkFailure } from './failure.ts';

export interface ReceivedFile {
  name: string;
  content: Blob;
}

/** The connection may break after the server has begun to respond. */
export async function receiveFile(response: Response): Promise<ReceivedFile> {
  const [, name = ''] =
    /filename\*=UTF-8''([^;]*)/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  try {
    return { name: decodeURIComponent(name), content: await response.blob() };
  } catch (error) {
    throw networkFailure(error);
  }
}
