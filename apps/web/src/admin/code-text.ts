/** Turns `VERIFY_EMAIL` into "Verify email". */
export function codeText(code: string): string {
  const text = code.toLowerCase().replaceAll(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
