-- By which layout the PDF of a version was made; null: there is none, or it was made before that was noted. One of an earlier layout is made
-- again in the background, once.
alter table file_versions add column preview_layout smallint;

-- It replaces a PDF that there is, and comes after all others.
alter table conversions add column renewal boolean not null default false;
