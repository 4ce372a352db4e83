-- Drop folders: people of these groups submit files into them, which wait there until an operator publishes them.
create table drop_folders (
  item_id bigint not null references items on delete cascade,
  group_id bigint not null references groups on delete cascade,
  room_id bigint not null references rooms,
  primary key (item_id, group_id)
);
create index drop_folders_of_group on drop_folders (group_id);
create index drop_folders_of_room on drop_folders (room_id);

-- It came from a participant, or is a copy of what did, and is published by name alone as long as it never was.
alter table items add column submitted boolean not null default false;

-- Who submitted what, under the name that it was sent with. The row outlives the document and the folder.
create table submissions (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  folder_id bigint references items on delete set null,
  item_id bigint references items on delete set null,
  group_id bigint references groups on delete set null,
  member_id bigint not null references members,
  -- Counts what the person submitted into the folder, since the id would count what others did.
  ordinal int not null,
  name text not null,
  size bigint not null,
  submitted_at timestamptz not null,
  -- Operators were mailed about it.
  mailed boolean not null default false
);
create index submissions_of_item on submissions (item_id);
create index submissions_of_folder on submissions (folder_id, member_id, ordinal);
create index submissions_of_group on submissions (group_id);
create index submissions_to_mail on submissions (room_id) where not mailed;
