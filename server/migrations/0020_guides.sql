-- Guide cards that the member has closed, each once.
alter table members add column guides_closed text[] not null default '{}';
