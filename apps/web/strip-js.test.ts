import { expect, it } from 'vitest';
import {
  hasNoRouteData,
  deferScripts,
  inlineScriptHashes,
  inlineStyles,
  stripScripts,
  waitsForScript,
} from './strip-js.ts';

const page =
  '<head><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/></head><body><h1>Hi</h1>' +
  '<script>let a = "</p>";</script><script type="module" async="">import "/a.js"</script><script src="/b.js"></script>' +
  '<!--$?--><template id="B:0"></template><!--/$--><div hidden id="S:0"><script>x</script></div></body>';

it('removes every script and preload and keeps the rest', () => {
  const html = stripScripts(page);
  expect(html).toBe('<head><link rel="stylesheet" href="/a.css"/></head><body><h1>Hi</h1></body>');
  expect(waitsForScript(html)).toBe(false);
});

it('defers scripts until the content is parsed, and does not change the rest', () => {
  expect(deferScripts('<link rel="modulepreload" href="/a.js"/><link rel="preload" href="/a.woff2"/>')).toBe(
    '<link rel="modulepreload" fetchpriority="low" href="/a.js"/><link rel="preload" href="/a.woff2"/>',
  );
});

it('detects content that would never be shown', () => {
  expect(waitsForScript('<div hidden id="S:0"><p>late</p></div>')).toBe(true);
});

it('hashes each inline script once and no others', () => {
  expect(inlineScriptHashes('<script>a</script><script>a</script><script src="/b.js"></script>')).toEqual([
    'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=',
  ]);
});

it('finds styles that a strict policy blocks, but not those in scripts', () => {
  expect(inlineStyles('<p class="a" style="color:red">x</p><style>p{}</style>')).toHaveLength(2);
  expect(inlineStyles('<script>"<p style=\\"a\\">"</script><p class="style">x</p>')).toEqual([]);
});

it('detects a page that carries data for its routes', () => {
  const bringing = (data: string) =>
    `<script>window.__reactRouterContext = {};streamController.enqueue(${JSON.stringify(`${data}\n`)});</script>`;
  const empty = '[{"_1":2,"_3":-5,"_4":-5},"loaderData",{},"actionData","errors"]';
  const guest = '[{"_1":2,"_3":-5,"_4":-5},"loaderData",{"_5":-5},"actionData","errors","gates/guest"]';
  for (const html of [bringing(empty), bringing(guest), '<p>nothing</p>'])
    expect(hasNoRouteData(html, ['gates/guest'])).toBe(true);
  expect(hasNoRouteData(bringing(guest), [])).toBe(false);
  expect(hasNoRouteData(bringing(guest.replace('{"_5":-5}', '{"_5":6}')), ['gates/guest'])).toBe(false);
  // Data in another format would not be detected.
  expect(hasNoRouteData('<script>window.__reactRouterContext = {};</script>', [])).toBe(false);
});
