import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Fonts and pictures are compressed as they are, and pages once the host has filled them in. */
const TEXTS = '**/*.{js,css,svg,json,data,txt,webmanifest}';
/** Below this the headers weigh more than what is saved. */
const WORTH_BYTES = 200;

const encodings = {
  br: promisify(brotliCompress),
  gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** Lays `.br` and `.gz` beside every text of a folder: the hardest compression, paid once and not by each request. */
export async function compressFiles(folder: string): Promise<void> {
  const files = globSync(TEXTS, { cwd: folder }).map((file) => join(folder, file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < WORTH_BYTES) return;
      for (const [ending, compress] of Object.entries(encodings))
        await writeFile(`${file}.${ending}`, await compress(content));
    }),
  );
}
