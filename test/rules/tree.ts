import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface SourceFile {
  path: string;
  text: string;
}

/** The project's own files with one of the endings: tracked or about to be, never built or installed ones. */
export function listSourceFiles(...endings: string[]): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listed.split('\0'))]
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

const IMPORT = /^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** What a file imports: packages as written, files of the tree by their path in it. */
export function listImports({ path, text }: SourceFile): string[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? '';
    if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier));
    return specifier
      .replace(/^@app\/(contracts|kit|demo|simulators)\//, '$1/src/')
      .replace(/^@app\/test\//, 'test/')
      .replace(/^#test\//, `${path.split('/', 2).join('/')}/test/`)
      .replace(/^@app\/words\/(?!say-)/, 'words/en/')
      .replace(/^@app\/words\//, 'words/')
      .replace(/^@app\/(\w+)\//, 'services/$1/src/');
  });
}
