import { letterWords as words } from '@app/words/letters.ts';
import { type LetterContent, NO_NAME, composeLetter, whenItHappened } from '../deliveries/compose-letter.ts';

export function verifyEmail(url: string): LetterContent {
  const { subject, body, action } = words.verifyEmail;
  return composeLetter(NO_NAME, subject, [body, words.ifNotYou], { label: action, url });
}

export function alreadyRegistered(firstName: string, logInUrl: string, forgotUrl: string): LetterContent {
  const { subject, body, waysIn, action, otherAction } = words.alreadyRegistered;
  return {
    ...composeLetter(firstName, subject, [body, waysIn, words.ifNotYou], { label: action, url: logInUrl }),
    otherAction: { label: otherAction, url: forgotUrl },
  };
}

export function resetPassword(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.resetPassword;
  return composeLetter(firstName, subject, [body, words.ifNotYou], { label: action, url });
}

export function signUpFirst(participantUrl: string, researcherUrl: string): LetterContent {
  const { subject, body, again, action, otherAction } = words.signUpFirst;
  const signUp = { label: action, url: participantUrl };
  return {
    ...composeLetter(NO_NAME, subject, [body, again, words.ifNotYou], signUp),
    otherAction: { label: otherAction, url: researcherUrl },
  };
}

export function passwordChanged(firstName: string, at: string | undefined, url: string): LetterContent {
  const { subject, body, action } = words.passwordChanged;
  return composeLetter(firstName, subject, [body, ...whenItHappened(at), words.setPasswordNow], {
    label: action,
    url,
  });
}

export function passwordSet(firstName: string, at: string | undefined, url: string): LetterContent {
  const { subject, body, action } = words.passwordSet;
  return composeLetter(firstName, subject, [body, ...whenItHappened(at), words.setPasswordNow], {
    label: action,
    url,
  });
}

export function googleAdded(firstName: string, at: string | undefined, url: string): LetterContent {
  const { subject, body, ifNotYou, action } = words.googleAdded;
  return composeLetter(firstName, subject, [body, ...whenItHappened(at), ifNotYou], { label: action, url });
}

export function accountSuspended(firstName: string, reason: string, url: string): LetterContent {
  const { subject, body, wrong, reason: label, action } = words.accountSuspended;
  return {
    ...composeLetter(firstName, subject, [body, wrong], { label: action, url }),
    facts: [{ label, value: reason, isExact: true }],
  };
}

export function accountUnsuspended(firstName: string, url: string): LetterContent {
  const { subject, body, action } = words.accountUnsuspended;
  return composeLetter(firstName, subject, [body], { label: action, url });
}
