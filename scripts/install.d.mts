export function install(dir: string, what: string, node?: string): Promise<void>;
