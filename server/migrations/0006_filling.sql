-- What is made of a content so that it can be read (purpose 'preview': a PDF) is sealed like the content itself and stands beside it.
alter table file_segments
  add column purpose text not null default 'content',
  drop constraint file_segments_pkey,
  add primary key (version_id, purpose, ordinal);

-- An upload that arrives in several goes. Its segments are sealed like those of a version; it becomes one when all of it is there.
create table uploads (
  id text primary key,
  room_id bigint not null references rooms,
  member_id bigint not null references members,
  parent_id bigint not null,
  path text not null,
  conflict text not null check (conflict in ('keep', 'replace')),
  size bigint not null check (size > 0),
  received bigint not null default 0 check (received <= size),
  modified_at timestamptz,
  content_uid uuid not null,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index uploads_of_member on uploads (room_id, member_id);
create index uploads_used on uploads (used_at);

create table upload_segments (
  upload_id text not null references uploads on delete cascade,
  ordinal integer not null,
  room_id bigint not null references rooms,
  blob_id text not null unique,
  size bigint not null,
  wrapped_key bytea not null,
  primary key (upload_id, ordinal)
);

-- Documents up to this version have been announced by mail, or never will be.
alter table rooms add column announced_version bigint not null default 0;

-- A download that the browser fetches by itself. hash: of the one word that its address carries.
create table tickets (
  hash bytea primary key,
  room_id bigint not null references rooms,
  session_id text not null references sessions,
  kind text not null check (kind in ('download', 'zip')),
  item_ids bigint[] not null,
  version_number integer,
  created_at timestamptz not null,
  first_used_at timestamptz
);
create index tickets_created on tickets (created_at);

-- How many folders and files stand directly in each folder (0: the root), so that nobody counts them to draw a list. Kept by the statements
-- that change items, whoever writes them; these hold the room's tree, so no two of a room meet here.
create table folder_counts (
  room_id bigint not null references rooms,
  parent_id bigint not null,
  folders bigint not null,
  files bigint not null,
  primary key (room_id, parent_id)
);

insert into folder_counts (room_id, parent_id, folders, files)
select room_id, parent_id, count(*) filter (where folder), count(*) filter (where not folder)
from items
where deleted_at is null
group by room_id, parent_id;

create function count_added_items() returns trigger language plpgsql as $$
begin
  insert into folder_counts as counts (room_id, parent_id, folders, files)
  select room_id, parent_id, count(*) filter (where folder), count(*) filter (where not folder)
  from added
  where deleted_at is null
  group by room_id, parent_id
  on conflict (room_id, parent_id) do update set folders = counts.folders + excluded.folders, files = counts.files + excluded.files;
  return null;
end $$;

create function count_changed_items() returns trigger language plpgsql as $$
begin
  insert into folder_counts as counts (room_id, parent_id, folders, files)
  select room_id, parent_id, coalesce(sum(change) filter (where folder), 0), coalesce(sum(change) filter (where not folder), 0)
  from (
    select room_id, parent_id, folder, 1 as change from after_change where deleted_at is null
    union all
    select room_id, parent_id, folder, -1 from before_change where deleted_at is null
  ) as changes
  group by room_id, parent_id
  having sum(change) filter (where folder) <> 0 or sum(change) filter (where not folder) <> 0
  on conflict (room_id, parent_id) do update set folders = counts.folders + excluded.folders, files = counts.files + excluded.files;
  return null;
end $$;

-- Only what lies in the trash is removed, and that is counted no more; a folder takes its row along.
create function forget_removed_folders() returns trigger language plpgsql as $$
begin
  delete from folder_counts using removed
  where removed.folder and folder_counts.room_id = removed.room_id and folder_counts.parent_id = removed.id;
  return null;
end $$;

create trigger count_added_items after insert on items
  referencing new table as added for each statement execute function count_added_items();
create trigger count_changed_items after update on items
  referencing old table as before_change new table as after_change for each statement execute function count_changed_items();
create trigger forget_removed_folders after delete on items
  referencing old table as removed for each statement execute function forget_removed_folders();
-- Nobody is told of what was there before anybody could be told.
update rooms set announced_version = coalesce((select max(id) from file_versions where file_versions.room_id = rooms.id), 0);

-- A version that was made of another one, as a copy or to bring it back: it is no new document.
alter table file_versions add column copied boolean not null default false;

-- A lease on a version that was not the newest one when it was opened: it lasts as long as the reader is an operator.
alter table leases add column for_operators boolean not null default false;

-- writer: who appends now; a later piece takes the place of an earlier one, whose connection may be dead. item_id, stored_name: what the
-- upload became, kept for a sender whose connection broke before the answer came.
alter table uploads
  add column writer uuid,
  add column item_id bigint,
  add column stored_name text;
