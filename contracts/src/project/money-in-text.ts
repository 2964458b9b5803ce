const SECRET = /\b(?:pin|password|otp|passcode)\b/i;
const SENDING =
  /\b(?:send|pay|transfer|deposit|refund)\b[^.!?]{0,60}(?:gh[s₵]|\bcedis?\b|\bmoney\b|\bmomo\b|\bfee\b)/i;

/** This heuristic only causes a warning, so it may be wrong. */
export const mayAskForMoney = (text: string): boolean => SECRET.test(text) || SENDING.test(text);
