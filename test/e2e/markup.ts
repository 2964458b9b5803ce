/**
 * Input that tries to run or load something in a page, or to mislead a reader (OUT-2). Each fits a name of 50
 * characters. Code that runs sets `__xss`; code that loads calls evil.example.
 */
export const markup: readonly string[] = [
  '<img src=x onerror=__xss=1>',
  '<img src=//evil.example/seen.png>',
  '<script>__xss=1</script>',
  '"><script>__xss=1</script>',
  "'><svg onload=__xss=1>",
  '<svg><animate onbegin=__xss=1 attributeName=x>',
  '<iframe src="javascript:parent.__xss=1"></iframe>',
  '<iframe srcdoc="<script>top.__xss=1</script>">',
  '<a href="javascript:__xss=1">Log in</a>',
  'javascript:__xss=1',
  'JaVaScRiPt://evil.example/%0a__xss=1',
  'data:text/html,<script>top.__xss=1</script>',
  '<body onload=__xss=1>',
  '<details open ontoggle=__xss=1>',
  '<input autofocus onfocus=__xss=1>',
  '<math><mi xlink:href="javascript:__xss=1">x',
  '<style>@import "//evil.example/x.css"</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<base href=//evil.example/>',
  '<form action=//evil.example><button>Log in',
  '</title><script>__xss=1</script>',
  '</script><script>__xss=1</script>',
  '</textarea><script>__xss=1</script>',
  '<!--<img src="--><img src=x onerror=__xss=1>',
  ']]><script>__xss=1</script>',
  "{{constructor.constructor('__xss=1')()}}",
  '$'.concat('{__xss=1}'),
  '<%= __xss=1 %>',
  '&lt;img src=x onerror=__xss=1&gt;',
  '&#60;script&#62;__xss=1&#60;/script&#62;',
  String.raw`\u003cscript\u003e__xss=1\u003c/script\u003e`,
  '%3Cscript%3E__xss=1%3C/script%3E',
  '=HYPERLINK("//evil.example";"Log in")',
  '__proto__',
  // Invisible characters reverse this text: it reads as “annpng.exe”.
  'ann\u202Eexe.gnp\u202C',
  '\u2066\u202Everified\u2069\u2069 by Nkomo',
  'Z\u0351\u036B\u0343\u036A\u0302a\u0351\u036B\u0343\u036A\u0302lgo\u0351\u036B',
  'W'.repeat(50),
];

/** Names of people refuse markup characters, so only these are stored. */
export const markupNames = { first: '{{__xss=1}}', last: '&lt;b&gt; &#36;{__xss=1}' };

/** Returns the table in texts of at most 250 characters, without cutting any. */
export function longTexts(): string[] {
  const texts: string[] = [];
  for (const line of markup) {
    const last = texts.at(-1);
    if (last === undefined || `${last} ${line}`.length > 250) texts.push(line);
    else texts[texts.length - 1] = `${last} ${line}`;
  }
  return texts;
}
