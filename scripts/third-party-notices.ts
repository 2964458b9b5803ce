import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path/posix';

interface LockedPackage {
  resolved?: string;
  link?: boolean;
  license?: string;
  os?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The build of the web app copies parts of these development packages, so browsers load them. */
const COPIED_BY_THE_BUILD = [
  '@fontsource-variable/bricolage-grotesque',
  '@fontsource-variable/noto-sans',
  'tailwindcss',
  'vite',
];
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;
const RULE = '='.repeat(80);

type LockedPackages = Readonly<Record<string, LockedPackage>>;

/**
 * Searches a package as Node.js does: first in the importer's own node_modules, then in those of the folders
 * around it.
 */
function findInstalledFolder(packages: LockedPackages, importer: string, name: string): string | undefined {
  const place = join(importer, 'node_modules', name);
  if (place in packages) return place;
  if (importer === '') return undefined;
  return findInstalledFolder(packages, importer.split('/').slice(0, -1).join('/'), name);
}

/**
 * Packages with the binary of one platform have the same licence as the package that chooses between them.
 */
export function listShippedPackages(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: LockedPackages };
  const found = new Set<string>();
  const visit = (folder: string): void => {
    const { link, resolved = '', os, dependencies, optionalDependencies } = packages[folder] ?? {};
    if (found.has(folder) || os !== undefined) return;
    if (link === true) return visit(resolved);
    found.add(folder);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const dependency = findInstalledFolder(packages, folder, name);
      if (dependency !== undefined) visit(dependency);
    }
  };
  for (const app of ['apps/host', 'apps/web']) visit(app);
  return [...found, ...COPIED_BY_THE_BUILD.map((name) => join('node_modules', name))]
    .filter((folder) => folder.includes('node_modules/'))
    .toSorted();
}

const packageName = (folder: string) =>
  folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);

function readLicence(folder: string): string {
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim());
  // After its licence, a bundled tool lists the licences of its own parts. The build copies none of these
  // parts.
  if (texts.length > 0) return texts.join('\n\n').replace(/\n# Licenses of bundled dependencies[^]*/, '');
  const { license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    license: string;
    author?: string | { name: string };
  };
  const holder = typeof author === 'string' ? author : author?.name;
  const licence = `${license} licence; the package contains no text of it.`;
  return holder === undefined ? licence : `Copyright (c) ${holder}\n\n${licence}`;
}

/** The text of a licence may also have a line that begins with this word. */
const COPYRIGHT = /^\W*(?:copyright\b.*(?:\(c\)|©|\d{4})|©).*$/gim;
const TITLE = /^\W*(?:the )?mit licen[cs]e\W*(?:\(mit\))?\W*$/gim;

export function thirdPartyNotices(): string {
  const groups = new Map<string, { text: string; owners: string[] }>();
  for (const folder of listShippedPackages()) {
    const licence = readLicence(folder);
    const text = licence
      .replaceAll(COPYRIGHT, '')
      .replaceAll(TITLE, '')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
    const key = text.replaceAll(/\W+/g, ' ').trim().toLowerCase();
    const { owners } = groups.get(key) ?? groups.set(key, { text, owners: [] }).get(key)!;
    const copyrights = (licence.match(COPYRIGHT) ?? []).map((line) => `  ${line.trim()}`);
    owners.push([packageName(folder), ...new Set(copyrights)].join('\n'));
  }
  const parts = [...groups.values()].map(
    ({ text, owners }) => `${RULE}\n${[...new Set(owners)].join('\n')}\n\n${text}\n`,
  );
  const head = 'Software of others that an installation contains or a browser loads, and its licences.';
  return `${head}\nWritten by \`npm run notices\`.\n\n${parts.join('\n')}`;
}
