-- An archive of the room may hold what one group sees. The name outlasts the group.
alter table archives add column group_id bigint, add column group_name text;
alter table archives add constraint archives_of_group check (
  (group_id is null) = (group_name is null) and (group_id is null or scope = 'room'));
