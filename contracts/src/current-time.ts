let readTime = () => Date.now();

/** Browsers use the server's clock, because the clock of a phone can be days wrong. */
export function setClock(read: () => number): void {
  readTime = read;
}

export const currentTime = (): number => readTime();
