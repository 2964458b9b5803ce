import { Link } from 'react-router';
import { partsOf } from './links.ts';

/** A paragraph of the catalogue with its links. */
export function LinkedText({ text }: { text: string }) {
  return partsOf(text).map(({ words, href }) => {
    if (href === undefined) return words;
    return href.startsWith('/') ? (
      <Link key={words} to={href} className="text-link">
        {words}
      </Link>
    ) : (
      <a key={words} href={href} className="text-link">
        {words}
      </a>
    );
  });
}
