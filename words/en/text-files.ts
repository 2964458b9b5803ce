export const textFileWords = {
  tooBig: (megabytes: number) => `This file is too big. Please choose one under ${megabytes} MB.`,
  unreadable: 'We could not read this file. Please choose another.',
  notText: 'We cannot read this kind of file. In Excel, use Save As and CSV. Then choose that file here.',
};
