export function install(dir: string, what: string, node?: string): Promise<void>;

export function withLock(file: string, waiting: string, work: () => Promise<void>): Promise<void>;

export function assertInstalled(dir: string): void;
