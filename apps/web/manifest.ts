import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { homeWords } from '@app/words/public.ts';
import { language } from '@app/words/language.ts';

/** Writes the web app manifest (W3C): what a phone shows of the app once it stands on its home screen. */
export function writeManifest(client: string): void {
  const manifest = {
    id: '/',
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: homeWords.description,
    lang: language,
    start_url: paths.dashboard,
    scope: '/',
    display: 'standalone',
    background_color: '#fbf7f0',
    theme_color: '#fbf7f0',
    icons: [
      ...[192, 512].map((size) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any maskable',
      })),
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };
  writeFileSync(join(client, 'manifest.webmanifest'), JSON.stringify(manifest));
}
