import type { Plugin } from 'vite';

/**
 * Leaves of the calendar's library what a page in English of the Gregorian calendar can show: it brings its words in 34
 * languages and eleven calendars, and chooses at run time.
 */
export function leanCalendar(): Plugin {
  return {
    name: 'lean-calendar',
    transform: {
      filter: { id: /react-aria\/dist\/private\/intl\/.*\.mjs$|date\/dist\/private\/createCalendar\.mjs$/ },
      handler(code, id) {
        // The words of en-US are also those of every other English.
        if (id.includes('/intl/'))
          return id.endsWith('/en-US.mjs') ? null : { code: 'export default {}', map: null };
        const lean = code.replaceAll(/case '(?!gregory)[a-z-]+':\s*return [^;]+;/g, '');
        if (lean === code) this.error('The calendar library no longer chooses among calendars as it did');
        return { code: lean, map: null };
      },
    },
  };
}
