/** What a researcher says of ethics and consent, in the wizard and on the study's page. */
export const ethicsWords = {
  heading: 'Ethics and consent',
  approvalLabel: 'Has an ethics committee approved this study?',
  approval: {
    NONE: 'I say nothing of it',
    APPROVED: 'Yes, a committee approved it',
    NOT_NEEDED: 'It needs no approval',
  },
  committeeLabel: 'Committee',
  committeeHint: 'Choose one, or write its name.',
  numberLabel: 'Number of the approval',
  validUntilLabel: 'Valid until',
  validUntilHint: 'No time to meet can lie after this day.',
  reasonLabel: 'Why does it need none?',
  reasonHint: 'Participants read this.',
  consentLabel: 'Consent text',
  consentHint: 'Participants read it whole, and agree before they apply.',
  fillTemplate: 'Fill in a template',
  templateFilled: 'The template is filled in. Please replace what is in [brackets].',
  /** Committees of Ghana, as people write them. */
  committees: [
    'Ghana Health Service Ethics Review Committee',
    'CHRPE, Kwame Nkrumah University of Science and Technology',
    'Noguchi Memorial Institute for Medical Research IRB',
    'Ethics Committee for the Humanities, University of Ghana',
    'Ethical and Protocol Review Committee, College of Health Sciences, University of Ghana',
    'University of Cape Coast IRB',
    'University of Health and Allied Sciences REC',
    'CSIR IRB',
    'Navrongo Health Research Centre IRB',
    'Kintampo Health Research Centre IEC',
    'Dodowa Health Research Centre IRB',
    '37 Military Hospital IRB',
    'Komfo Anokye Teaching Hospital IRB',
    'Korle Bu Teaching Hospital IRB',
    'University for Development Studies IRB',
  ],
  /** What Act 843 and Ghana's committees ask. */
  template: [
    'Who asks: [Your name], [your institution], with [who pays for the study].',
    'Why: We want to learn [what, and what it is for].',
    'What you do: You meet us once for [how long]. You answer questions about [what]. You may leave out any question.',
    'Risks: [None that we know. Or: some questions may make you sad.]',
    'Good: [What you, or others, get from it.]',
    'Recording: We [record your voice / record nothing] and write down what you say.',
    'Your data: Only [who] read it. Your name is not in what we publish. We keep it until [day], then we delete it.',
    'Your choice: You decide freely. You can stop at any time. You can take your consent back in My Studies. Nothing bad follows.',
    'Questions: Ask [name], [phone number], [email]. Or ask the ethics committee: [phone number].',
    'Your rights: The law is the Data Protection Act, 2012 (Act 843). You can see your data, correct it, and object.',
  ].join('\n\n'),

  ethics: 'Ethics approval',
  nothing: 'Nothing is said of it.',
  consent: 'Consent text',
  version: (version: number) => `Version ${version}`,
  noConsent: 'Participants are asked to agree to no text.',
  change: 'Change',
  changeEthics: 'Change the ethics approval',
  changeConsent: 'Change the consent text',
  changeConsentText: 'Who has not been met yet is asked to agree again. Nobody is met before that.',
  save: 'Save',
  cancel: 'Cancel',
  ethicsSaved: 'Ethics approval saved',
  ethicsSavedWithout: (times: number) =>
    `Ethics approval saved. ${times === 1 ? '1 of your times is' : `${times} of your times are`} after its end, so no one can book ${times === 1 ? 'it' : 'them'}.`,
  consentSaved: 'Consent text saved. Who has not been met yet is asked again.',
  placeholdersLeft: (placeholders: readonly string[]) => `Still to be replaced: ${placeholders.join(', ')}`,
} as const;

/** Parts of our template that a researcher has to replace, as far as a text still has them. */
export const placeholdersIn = (text: string): string[] =>
  [...new Set(ethicsWords.template.match(/\[[^\]]+\]/g))].filter((placeholder) => text.includes(placeholder));
