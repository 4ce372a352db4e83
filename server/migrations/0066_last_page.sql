-- Where a person stopped reading. Null: at the beginning, or another version came since.
alter table document_reads add column page integer check (page > 0);
