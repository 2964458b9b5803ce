drop index project.open_studies;
drop index project.open_studies_by_pay;
alter index project.open_studies_for rename to open_studies;
alter index project.open_studies_for_by_pay rename to open_studies_by_pay;
