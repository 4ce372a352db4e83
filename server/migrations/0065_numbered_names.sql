-- Names of folders and documents in zip downloads, and of documents in archives, begin with their number in the index.
alter table rooms add column numbered_names boolean not null default false;
