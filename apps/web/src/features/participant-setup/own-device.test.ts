import { expect, test } from 'vitest';
import { detectDevice } from './stages.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'ANDROID', ['CHROME']],
  // This user agent belongs to a tablet.
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Safari/537.36`, undefined, ['CHROME']],
  [`Mozilla/5.0 (Linux; Android 14) ${chrome} SamsungBrowser/26.0 Mobile Safari/537.36`, 'ANDROID', []],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 EdgA/140.0`, 'ANDROID', ['EDGE']],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 OPR/89.0`, 'ANDROID', []],
  ['Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'ANDROID', ['FIREFOX']],
  ['Opera/9.80 (Android; Opera Mini/62.4/191.3) Presto/2.12.423 Version/12.16', undefined, ['OPERA_MINI']],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1',
    'IOS_IPHONE',
    ['SAFARI'],
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, undefined, ['CHROME']],
  ['', undefined, []],
])('%s: %s, %j', (userAgent, phoneOs, browsers) => {
  expect(detectDevice(userAgent)).toEqual({ browsers, phoneOs });
});
