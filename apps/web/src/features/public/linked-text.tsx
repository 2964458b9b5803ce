import { Link } from 'react-router';
import { contact, dataProtectionCommission } from '@app/words/contact.ts';
import { LINK_TARGETS } from '@app/words/legal-text.ts';
import { paths } from '@app/contracts/web-paths.ts';

type LinkTarget = (typeof LINK_TARGETS)[number];

export const hrefs: Record<LinkTarget, string> = {
  email: `mailto:${contact.email}`,
  commission: `https://${dataProtectionCommission.site}`,
  contact: paths.contact,
  privacy: paths.privacy,
  terms: paths.terms,
  runs: `${paths.about}#runs`,
  tick: `${paths.about}#tick`,
  data: `${paths.about}#data`,
};

const isTarget = (text: string | undefined): text is LinkTarget =>
  LINK_TARGETS.some((target) => target === text);

interface TextPart {
  words: string;
  href?: string;
}

/** `[words](target)` links to one of LINK_TARGETS; any other text is unchanged. */
export function parseLinkedText(text: string): TextPart[] {
  return text
    .split(/(\[[^\]]+\]\(\w+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, words, target] = /^\[([^\]]+)\]\((\w+)\)$/.exec(part) ?? [];
      return words !== undefined && isTarget(target) ? { words, href: hrefs[target] } : { words: part };
    });
}

export function mailTo(subject: string): string {
  return `${hrefs.email}?subject=${encodeURIComponent(subject)}`;
}

export function LinkedText({ text }: { text: string }) {
  return parseLinkedText(text).map(({ words, href }) => {
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
