export const callerDirectory = process.env['INIT_CWD'] ?? '.';
