import type { BrowserContext } from '@playwright/test';

/** Reports text that a person reads, hears or types in a page, when it appears. */
const READ = `(() => {
  const SAID = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'];
  const tell = (text) => { if (text && /\\p{L}{3}/u.test(text)) recordText(text.trim()); };
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement?.closest('script, style, noscript')) tell(node.data);
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      for (const name of SAID) tell(node.getAttribute(name));
      node.childNodes.forEach(read);
    }
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === 'childList') addedNodes.forEach(read);
      else tell(type === 'characterData' ? target.data : target.getAttribute(attributeName));
    }
  }).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: SAID,
  });
  addEventListener('input', ({ target }) => recordTyped(String(target.value ?? '')), true);
})()`;

/** Ignores names and input of any page of the main job. */
export function createForeignWords(names: readonly string[]) {
  const texts = new Set<string>();
  const typed = new Set<string>(names);
  const isForeign = (text: string) => {
    let left = text;
    for (const given of [...typed].sort((a, b) => b.length - a.length)) left = left.replaceAll(given, '');
    // Addresses are links, and times of day are numbers.
    left = left.replace(/\S+@\S+|https?:\S+|\b[AP]M\b|\bGMT\b/g, '');
    return /[A-Za-z]{3}/.test(left);
  };
  return {
    async watch(context: BrowserContext): Promise<void> {
      await context.exposeBinding('recordText', (_, text: string) => void texts.add(text));
      await context.exposeBinding('recordTyped', (_, text: string) => {
        if (text.length > 2) typed.add(text);
      });
      await context.addInitScript(READ);
    },
    record: (text: string) => void texts.add(text),
    /** Returns the texts that are not from a catalogue. */
    found: () => [...texts].filter(isForeign),
    count: () => texts.size,
  };
}
