import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface SourceFile {
  path: string;
  text: string;
}

/**
 * Returns the project's own files with these endings: tracked or untracked ones, but no built or installed
 * ones.
 */
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

/** Returns the imports of a file: packages as written, files of the repository by their path. */
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
