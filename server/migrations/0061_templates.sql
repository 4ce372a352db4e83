-- Folder structures that operators saved to use again in the same room. No other room sees them, since names of folders describe a deal.
create table folder_templates (
  id uuid primary key,
  room_id bigint not null references rooms,
  name text not null,
  name_folded text not null,
  -- An array of level and name, in order, with subfolders behind their folder.
  folders jsonb not null,
  created_at timestamptz not null,
  created_by bigint not null references members,
  unique (room_id, name_folded)
);
