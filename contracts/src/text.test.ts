import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { personName } from './names.ts';
import { rule } from './rule.ts';
import { Email, countCharacters, isEmail, freeText, publicName, requiredText, webAddress } from './text.ts';

const family = '👨‍👩‍👧‍👦';

describe('lengths are counted as people count', () => {
  const Name = requiredText(50, rule('firstName'));
  test('fifty families fit into fifty characters, and come out unchanged', () => {
    expect(Name.parse(family.repeat(50))).toBe(family.repeat(50));
    expect(Name.safeParse(family.repeat(51)).error?.issues[0]?.message).toBe(rule('maxLength 50'));
  });
  test('spaces alone are nothing', () => {
    expect(Name.safeParse(' \t ').error?.issues[0]?.message).toBe('firstName');
  });
  test.each(['\u3164', '\u200b\u2060', '\u115f\u1160', '\u2800', '\u034f', '\ufeff \u00ad'])(
    'IN-16 nor is %j, which nobody sees, in any text',
    (text) => {
      for (const Text of [Name, publicName(50), personName(50, rule('firstName'))])
        expect(Text.safeParse(text).success).toBe(false);
    },
  );
  test('NUL and lone surrogates cannot be stored', () => {
    expect(Name.safeParse('a\u0000b').success).toBe(false);
    expect(Name.safeParse('a\ud800').success).toBe(false);
  });
  test('IN-16 control bytes go, and the line breaks of word processors become ones', () => {
    for (const Text of [freeText(50), Name, publicName(50)])
      expect(Text.parse('Room 3,\u000bblock\u000c B\u0007\u001b\u007f\tend\r\nlast')).toBe(
        'Room 3,\nblock\n B\tend\r\nlast',
      );
    expect(Name.safeParse('\u0007\u001b').error?.issues[0]?.message).toBe('firstName');
  });
  test('what strangers read as a name turns nothing around it', () => {
    expect(publicName(50).parse('\u202e Bus\u2067es \u200f')).toBe('Buses \u200f');
    expect(publicName(50, rule('studyName')).safeParse('\u202e').error?.issues[0]?.message).toBe('studyName');
  });
  test('the count of plain text is its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(countCharacters(text)).toBe(text.length);
      }),
    );
  });
});

describe('S-502 the email rule', () => {
  test.each(['a@b.co', 'first.last+tag@sub.example.com', 'ɛsi@example.gh', '-a_@b-c--d.e.co'])(
    '%s is one',
    (email) => {
      expect(isEmail(email)).toBe(true);
    },
  );
  test.each([
    '',
    'a@b',
    'a@b.c',
    'a b@c.de',
    '@b.co',
    'a@.',
    'a@b.c0',
    'a@@b.co',
    'other,a@b.co',
    '"a"<b@c.de',
    'team:a@b.co',
    'a(b@c.de',
    `${'x'.repeat(250)}@b.co`,
    `${'ﬃ'.repeat(240)}@x.test`,
    `a@${'ﬃ'.repeat(240)}.test`,
  ])('%s is none', (email) => {
    expect([isEmail(email), Email.safeParse(email).success]).toEqual([false, false]);
  });
  test.each(['a@b..test', '.a@b.test', 'a.@b.test', 'a..b@b.test', 'a@-b.test', 'a@b-.test', 'a@.b.test'])(
    '%s is one to log in with, and none to register',
    (email) => {
      expect([isEmail(email), Email.safeParse(email).success]).toEqual([true, false]);
    },
  );
  test('IN-13 one person, however the address is typed', () => {
    expect(Email.parse(' ABENA＠Example.COM ')).toBe('abena@example.com');
    // As copied from a chat, in marks that nobody sees.
    expect(Email.parse('\u202aama\u200b.men\u00adsah@example.com\u202c ')).toBe('ama.mensah@example.com');
    expect(Email.parse('am\u034fa@example\u3164.com')).toBe('ama@example.com');
  });
  test('IN-13 a huge address is refused, and holds nothing up', () => {
    // One that is looked at with going back and forth would take until the test is given up.
    expect(Email.safeParse(`${'a.'.repeat(5_000_000)}@`).success).toBe(false);
    expect(Email.safeParse(`${'a.'.repeat(100)}a@${'a-'.repeat(12)}.test`).success).toBe(false);
  });
});

describe('the name of a person', () => {
  const Name = personName(50, rule('firstName'));
  const why = (name: string) => Name.safeParse(name).error?.issues.map(({ message }) => message);
  test.each([
    'J.Kofi',
    'Dr.Kofi',
    'Hon.Justice',
    'Kwame A.Asante',
    'St.Clair',
    'K.A.',
    'J.Page',
    'K.Li',
    'j.kofi',
    'Ama www',
    'Ɛsi.Ŋma',
  ])('%s is one', (name) => {
    expect(why(name)).toBeUndefined();
  });
  test.each([
    'evil.com',
    'Evil.Com',
    'win evil.net',
    'get.money',
    'x.gh',
    'WWW.evil',
    'a.xn--p1ai',
    'evil.com, Ama',
    't.co',
    'EVIL.GH',
    'evil．com',
    'evil.so wins',
    'pay.Me now',
    'call 0244123456',
    'Dial *170#',
  ])('%s would be a link or a number to call', (name) => {
    expect(why(name)).toEqual(['nameLikeLink']);
  });
  test.each(['a@b', 'a/b', 'a:b', '<b>', 'Ama\u202egpj', 'A\u00adma', 'Ama\u2066', 'Ama\u3164', 'A\u034fma'])(
    '%j holds a sign',
    (name) => {
      expect(why(name)).toEqual(['personName']);
    },
  );
});

test('IN-14 an address is http(s) with a name, or nothing', () => {
  const WebAddress = webAddress();
  for (const [typed, kept] of [
    ['example.com/about', 'https://example.com/about'],
    [' Https://Meet.google.com/abc ', 'https://meet.google.com/abc'],
    ['https:example.com/x', 'https://example.com/x'],
    ['https://www.linkedin。com.evil.test/x', 'https://www.linkedin.com.evil.test/x'],
    ['example.com/', 'https://example.com/'],
    ['HTTP://example.com', 'http://example.com'],
    ['meet.example.com:8443/room', 'https://meet.example.com:8443/room'],
    ['\u200bhttps://zoom.us/j/1\u200b \u3164', 'https://zoom.us/j/1'],
  ])
    expect([typed, WebAddress.parse(typed)]).toEqual([typed, kept]);
  for (const bad of [
    '',
    'example',
    'javascript:alert(1)',
    'ftp://example.com',
    'http://10.0.0.1',
    'https://a:b@example.com',
    'mailto:1@example.com',
    'https://:b@example.com',
    `https://example.com/${'ɛ'.repeat(1000)}`,
    'https://zoom.us/j/1\u3164https://evil.test/login',
    'https://zoom.us/j/1 Passcode: 456',
    'https://zoom.us/j/1\r\nhttps://evil.test/login',
    'https://exa\nmple.com/x',
    'https://zoom.us/j/1\u00a0x',
    'https://zoom.us/\u200bj/1',
    'https://zoom.us/\u202ej/1',
  ]) {
    expect([bad, WebAddress.safeParse(bad).success]).toEqual([bad, false]);
  }
});
