let readTime = () => Date.now();

/** Browsers follow the server's clock, because the clock of a device can be days wrong. */
export function useClock(read: () => number): void {
  readTime = read;
}

export const currentTime = (): number => readTime();
