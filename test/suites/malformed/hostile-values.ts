const text = (value: string) => JSON.stringify(value);
const FAMILY = '👨‍👩‍👧‍👦';

/** JSON texts that replace a value; words in capitals depend on the value (corrupt-request.ts). */
// prettier-ignore
export const fieldValues = [
  'null', 'true', 'false', '0', '-0', '-1', '1', '101', '1.5', '1000000', '1e9', '1e400', '-1e400', '9007199254740993',
  '""', '" "', '"1"', '[]', '{}', '[[]]', '[null]', '{"a":{"b":[1,{"c":null}]}}', '[{},{}]',
  text('\u0000'), text('a\u0000b'), '"\\ud800"', '"a\\udc00"', '"\\ud83d"', text('\ufeffx'), text('\u202egnp.exe'),
  text(FAMILY), text(FAMILY.repeat(50)), text(FAMILY.repeat(51)), text('مرحبا بالعالم'), text('e\u0301'.repeat(50)),
  text('x'.repeat(51)), text('x'.repeat(251)), text('x'.repeat(2049)), text('x'.repeat(40_000)),
  'NaN', 'Infinity', 'undefined', '0x10', '01', "'x'", '"today"', '"now"', '"infinity"', '"-infinity"', '"NaN"',
  '"2026-02-30"', '"99999-01-01"', '"2026-13-01"', '"0000-00-00"', '"1900-01-01T00:00"', '"+30:00"', '"25:61 PM"',
  '"0000-01-01T00:00:00Z"', '"9999-12-31T23:59:59Z"', '"2026-11-21T24:00:00Z"',
  '"{0be00000-0000-7000-8000-000000000001}"', '"0BE00000-0000-7000-8000-000000000001"', '"../../etc/passwd"',
  text("'; drop table identity.people; --"), text('x@y.zz\r\nBcc: a@b.cc'), text('user＠x.com'), text('a@b@c.dd'),
  '"javascript:alert(1)"', '"//evil.example"', '"http://169.254.169.254/"', text('<script>1</script>'), '"%00"',
  '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '"__proto__"', '"${7*7}"', '"{{7*7}}"',
  'MISSING', 'EXTRA', 'PROTO', 'CONSTRUCTOR', 'TWICE', 'CASE', 'REPEATED', 'WRAPPED',
];

/** No field of any call accepts these values. */
// prettier-ignore
export const neverTaken: ReadonlySet<string> = new Set([
  '1e400', '-1e400', text('\u0000'), text('a\u0000b'), '"\\ud800"', '"a\\udc00"', '"\\ud83d"', text('x'.repeat(40_000)),
  'NaN', 'Infinity', 'undefined', '0x10', '01', "'x'", '[[]]', '{"a":{"b":[1,{"c":null}]}}', '[{},{}]',
  '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', 'EXTRA', 'PROTO', 'CONSTRUCTOR', 'TWICE',
]);

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`;
const withBytes = (good: Buffer, bytes: string) =>
  Buffer.from(good.toString('latin1').replace(/:"./, `:"${bytes}`), 'latin1');

/** Replacements for the whole body, made from the good one. */
export const wholeBodies = {
  nothing: () => Buffer.alloc(0),
  blank: () => Buffer.from('   '),
  array: (good: Buffer) => Buffer.from(`[${good.toString()}]`),
  twoDocuments: (good: Buffer) => Buffer.concat([good, good]),
  text: () => Buffer.from('"text"'),
  number: () => Buffer.from('7'),
  null: () => Buffer.from('null'),
  emptyObject: () => Buffer.from('{}'),
  nested200k: () => Buffer.from(nested(200_000)),
  nested30k: () => Buffer.from(nested(30_000)),
  nestedObjects: () => Buffer.from(`${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`),
  keys10k: () => Buffer.from(keys(10_000)),
  keys3k: () => Buffer.from(keys(3000)),
  truncated: (good: Buffer) => good.subarray(0, Math.max(1, good.length - 2)),
  half: (good: Buffer) => good.subarray(0, good.length >> 1),
  trailing: (good: Buffer) => Buffer.concat([good, Buffer.from(',')]),
  comment: (good: Buffer) => Buffer.concat([Buffer.from('/* */'), good]),
  byteOrderMark: (good: Buffer) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), good]),
  utf16: (good: Buffer) => Buffer.from(`\ufeff${good.toString()}`, 'utf16le'),
  invalidUtf8: (good: Buffer) => withBytes(good, '\xff'),
  overlongUtf8: (good: Buffer) => withBytes(good, '\xc0\x80'),
  surrogateInUtf8: (good: Buffer) => withBytes(good, '\xed\xa0\x80'),
  over96KiB: (good: Buffer) => Buffer.concat([good, Buffer.alloc(98_304, 0x20)]),
  over1MiB: () => Buffer.alloc(1_048_577, 0x20),
  form: () => Buffer.from('email=a%40b.cc&password=x'),
  xml: () =>
    Buffer.from('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'),
};

const long = 'x'.repeat(9000);

// prettier-ignore
export const headerValues: Record<string, string[]> = {
  'content-type': [
    '', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml',
    'application/json; charset=utf-16', 'application/json; charset=latin1', 'application/json;;', 'json', '*/*',
    'application/JSON', 'application/json, text/plain', 'application/vnd.api+json', 'application/json\t',
  ],
  'authorization': [
    '', ' ', 'Bearer', 'Bearer ', 'Bearer  x', 'Basic YTpi', 'Bearer a b', 'Bearer a.b.c', 'Bearer é', `Bearer ${long}`,
  ],
  'cookie': [
    '', '=', ';;;', '__Host-refresh', '__Host-refresh=', '__Host-refresh=%', '__Host-refresh="x"', '__Host-google=x.y',
    long,
  ],
  'x-forwarded-for': ['1.2.3.4', '1.2.3.4, 5.6.7.8', "' or 1=1 --", long],
  'x-forwarded-host': ['evil.example', '', 'a b'],
  'x-forwarded-proto': ['https', 'javascript'],
  'x-original-url': ['/mui-identity-service/api/v1/people/names'],
  'x-http-method-override': ['DELETE', 'GET', 'TRACE', ''],
  'x-user-id': ['0be00000-0000-7000-8000-000000000001'],
  'x-request-id': ['', ' ', "'; --", long, 'a\tb', '{"a":1}'],
  'idempotency-key': ['', ' ', "' or 1=1 --", long, 'é'],
  'if-match': ['', '*', '"x"', 'W/"x"'],
  'accept': ['text/html', 'image/*', '', long],
  'accept-encoding': ['br;q=x', 'gzip, identity;q=0'],
  'content-encoding': ['gzip', 'br', 'x'],
  'origin': ['null', 'https://evil.example', 'http://localhost:3000.evil.example', ''],
  'sec-fetch-site': ['cross-site', 'none', 'same-site', '?'],
  'user-agent': ['', "' or 1=1 --", '\xff\xfe', '<script>', long],
  'host': ['', 'evil.example', 'a b', 'x'.repeat(300)],
  'range': ['bytes=0-', 'bytes=-1'],
};

// prettier-ignore
export const queries = [
  'page=0&page=1', 'page[]=1', 'page[a]=1', 'page=-1', 'page=1e9', 'page=10001', 'page=0x1', 'page=', 'page=%30',
  'size=1000000', 'size=0', 'size=-1', 'size=1.5', 'size=NaN', 'size=101', 'size=%00', 'size=١', 'size=10&size=20',
  'sort=password', '__proto__=1', '__proto__[x]=1', 'constructor=1', 'constructor[prototype][x]=1', 'toString=1',
  '%00', '%00=1', 'a=%ff', 'a=%ed%a0%80', 'a=%zz', '%', '&&&', '=', '?', 'token=%00', 'email=%00', 'email=%ff',
  'creatorId=1&creatorId=2', 'userId=&userId=', 'applicantId[]=x', 'email=a&email=b', 'token=a&token=b',
  `email=${'x'.repeat(401)}@x.com`, `a=${'x'.repeat(2000)}`, `a=${'x'.repeat(12_000)}`, 'a=1&'.repeat(900),
];

// prettier-ignore
export const pathValues = [
  '', ' ', '%20', '%00', 'a%00b', '%', '%zz', '%ff', '%ed%a0%80', '..', '%2e%2e', '..%2f..%2f', '%2F', '.', '*',
  '0', '-1', 'null', 'undefined', 'me', 'applications', 'read-all', ':id', '__proto__', 'constructor',
  '0be00000-0000-7000-8000-00000000000', '%7B0be00000-0000-7000-8000-000000000001%7D', "'--", '%F0%9F%98%80',
  'x'.repeat(299), 'x'.repeat(301), 'x'.repeat(3000), ';a=b', '0be00000-0000-7000-8000-000000000001%0A',
];

export const methods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'SEARCH',
  'PROPFIND',
  'QUERY',
];
