-- A mail for a day or a week that is given up is made up for by the next one.
alter table mails add column list_id uuid references mailed_lists on delete set null;
create index mails_of_list on mails (list_id) where list_id is not null;
-- The beginning of what such a mail covers. Null for mails at an upload or a publication.
alter table mailed_list_readers add column since timestamptz;

-- Only operators saw it when the archive was made, whose list says so.
alter table archive_entries add column staged boolean not null default false;
