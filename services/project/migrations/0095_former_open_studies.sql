drop index project.open_studies;
drop index project.open_studies_by_pay;
alter index project.open_studies_asked rename to open_studies;
alter index project.open_studies_asked_by_pay rename to open_studies_by_pay;
