/** `link` says how the tool gets our code. `back` says how people return to us. */
export const surveyToolWords = {
  KOBO: {
    name: 'KoboToolbox',
    link: 'Add ?d[person]={{PARTICIPANT}}&return_url={{RETURN}}. Here, person is a text question of your form.',
    back: 'Share the form as “Online-Only (single submission)”. Then people come back by themselves.',
  },
  GOOGLE_FORMS: {
    name: 'Google Forms',
    link: 'Type any answer, and get the pre-filled link. In the link, replace this answer with {{PARTICIPANT}}.',
    back: 'Paste the completion code into the confirmation message.',
  },
  MICROSOFT_FORMS: {
    name: 'Microsoft Forms',
    link: 'Type any answer, and get the pre-filled URL. In the URL, replace this answer with {{PARTICIPANT}}.',
    back: 'Paste the completion code into the thank-you message.',
  },
  QUALTRICS: {
    name: 'Qualtrics',
    link: 'Add ?person={{PARTICIPANT}}, and an embedded data field with the name person.',
    back: 'Redirect to the return link at the end of the survey. Each ending can have its own.',
  },
  LIMESURVEY: {
    name: 'LimeSurvey',
    link: 'Add ?person={{PARTICIPANT}}. Link it to a hidden question under “Panel integration”.',
    back: 'Paste the return link into “End URL”. Turn on automatic loading of the end URL. Each quota has its own end URL.',
  },
  REDCAP: {
    name: 'REDCap',
    link: 'Add &person={{PARTICIPANT}}. Here, person is the variable of a text field.',
    back: 'In the survey settings, choose “Redirect to a URL” and paste the return link.',
  },
  SURVEYMONKEY: {
    name: 'SurveyMonkey',
    link: 'Add ?person={{PARTICIPANT}}, and a custom variable with the name person.',
    back: 'Paste the return link as the survey end page of the collector.',
  },
  TYPEFORM: {
    name: 'Typeform',
    link: 'Add #person={{PARTICIPANT}}, and a hidden field with the name person.',
    back: 'Choose an ending that redirects to the return link.',
  },
  SURVEYCTO: {
    name: 'SurveyCTO',
    link: 'Add ?caseid={{PARTICIPANT}}.',
    back: 'Show the completion code in a note at the end of the form.',
  },
  ODK: {
    name: 'ODK',
    link: 'Add ?d[/data/person]={{PARTICIPANT}}&return_url={{RETURN}}. Here, person is a text question.',
    back: 'ODK Web Forms has no way back. There, show the completion code in a note.',
  },
  JOTFORM: {
    name: 'Jotform',
    link: 'Add ?person={{PARTICIPANT}}. Here, person is the unique name of a field.',
    back: 'On the thank-you page, redirect to the return link.',
  },
  TALLY: {
    name: 'Tally',
    link: 'Add ?person={{PARTICIPANT}}, and a hidden field with the name person.',
    back: 'In the settings of the form, redirect to the return link on completion.',
  },
  OTHER: {
    name: 'Another tool',
    link: 'Add ?person={{PARTICIPANT}} if your tool saves values of the link with the answers.',
    back: 'At the end, redirect to the return link, or show the completion code.',
  },
} as const;
