-- Apart from the columns, whose lock would keep everybody waiting meanwhile.
update project.notifications set
  kind = case
    when key like 'applied:%' then 'NEW_APPLICANT'
    when key like 'withdrawn:%' then 'APPLICANT_WITHDREW'
    when key like 'study-open:%' then 'STUDY_FITS'
    when key like 'study-closed:%' then 'STUDY_CLOSED'
    when key like 'study-ended:%' then 'STUDY_ENDED'
    when key like 'told:%' and message like 'You have been accepted%' then 'ACCEPTED'
    when key like 'told:%' and message like '%was declined. Reason:%' then 'DECLINED'
    when key like 'told:%' and message like '%is under review again.' then 'UNDER_REVIEW_AGAIN'
    when message like 'Your company has been verified.%' then 'COMPANY_ACCEPTED'
    when message like 'Your company could not be verified.%' then 'COMPANY_DECLINED'
  end,
  params = jsonb_strip_nulls(jsonb_build_object(
    'study', substring(message from '“(.*)”'),
    'studyId', substring(path from '^/dashboard/study-(?:applicants|apply)/(.*)$'),
    'reason', case substring(message from ' Reason: (.*)\.$')
      when 'Not what this study is looking for' then 'NOT_A_MATCH'
      when 'All places are taken' then 'PLACES_TAKEN'
      when 'The dates do not fit' then 'DATES_DO_NOT_FIT'
      when 'The answers were not clear enough' then 'ANSWERS_UNCLEAR'
      when 'Another reason' then 'OTHER'
    end))
where kind is null;
