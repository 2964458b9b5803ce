/** Where a command was typed. */
export const whereTyped = process.env['INIT_CWD'] ?? '.';
