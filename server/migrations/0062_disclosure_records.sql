-- What a group could see at a moment, fixed as a signed file.

-- Which version readers had belongs to what could be seen on a day. Null in rows from before, and of folders.
alter table past_places add column version_id bigint;
create or replace function keep_past_place() returns trigger language plpgsql as $$
begin
  insert into past_places (room_id, item_id, parent_id, name, is_deleted, is_staged, is_moved, version_id)
  values (old.room_id, old.id, old.parent_id, old.name, old.deleted_at is not null and old.trash_id = old.id, old.staged,
    old.parent_id <> new.parent_id, old.version_id);
  return null;
end $$;
drop trigger items_keep_past on items;
create trigger items_keep_past after update on items for each row
  when (old.parent_id <> new.parent_id or old.name <> new.name or old.staged <> new.staged
    or (old.version_id is not null and old.version_id is distinct from new.version_id)
    or ((old.deleted_at is null) <> (new.deleted_at is null) and coalesce(old.trash_id, new.trash_id) = old.id))
  execute function keep_past_place();

create table disclosures (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  -- The group may be removed later. Its name is that of then.
  group_id bigint not null,
  group_name text not null,
  at timestamptz not null,
  documents integer not null,
  answers integer not null,
  -- SHA-256 of the list of its files, which is what is signed.
  digest bytea not null,
  size bigint not null,
  content_uid text not null,
  blob_id text not null,
  wrapped_key bytea not null,
  created_by bigint not null references members,
  created_at timestamptz not null
);
create index disclosures_of_room on disclosures (room_id, id);
create index disclosures_of_blob on disclosures (blob_id);

-- When a removed group's thread came to this one. Null: it was asked for this one.
alter table threads add column group_since timestamptz;

alter table archive_entries add column disclosure_id bigint;
alter table archive_entries drop constraint archive_entries_kind_check;
alter table archive_entries add constraint archive_entries_kind_check
  check (kind in ('folder', 'document', 'signed', 'attached', 'record', 'made', 'directory'));
