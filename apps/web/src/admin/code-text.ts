/** Turns a code of an email, a reason or a queue into text: `VERIFY_EMAIL` becomes "Verify email". */
export function codeText(code: string): string {
  const text = code.toLowerCase().replaceAll(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
