export const whereTyped = process.env['INIT_CWD'] ?? '.';
