-- How many pages a version has, for those who need no sizes of them: a page image must not cost the sizes of two thousand others.
alter table file_versions add column page_count integer generated always as (jsonb_array_length(pages)) stored;
