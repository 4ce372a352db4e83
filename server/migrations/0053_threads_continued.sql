-- Office and Hangul files of entries are shown as a PDF that is made from them.
alter table thread_files
  add column status text not null default 'READY' check (status in
    ('READY', 'WAITING', 'LOCKED', 'BROKEN', 'TOO_LARGE', 'SLOW', 'NO_PREVIEW', 'NO_CONVERTER')),
  -- Of a conversion: runs so far, when the last one began, and before when none begins.
  add column attempts integer not null default 0,
  add column tried_at timestamptz,
  add column due_at timestamptz;
create index thread_files_waiting on thread_files (due_at) where status = 'WAITING';
-- Rooms take turns.
create index thread_files_tried on thread_files (room_id, tried_at) where tried_at is not null;

create table thread_previews (
  file_id uuid primary key references thread_files on delete cascade,
  room_id bigint not null references rooms,
  content_uid text not null,
  blob_id text not null,
  size bigint not null,
  wrapped_key bytea not null
);
create index thread_previews_of_room on thread_previews (room_id);
create index thread_previews_of_blob on thread_previews (blob_id);

-- Views of lists that a person has saved, encrypted together.
create table thread_views (
  member_id bigint primary key references members,
  room_id bigint not null references rooms,
  sealed bytea not null
);
create index thread_views_of_room on thread_views (room_id);

-- With the block of 4,096 entries that an entry is in, as a token below zero, so that a word of very many entries is looked for among the newest.
create function thread_tokens(packed bytea, "position" bigint) returns integer[]
  language sql immutable parallel safe strict
  return token_numbers(packed) || (-("position" >> 12) - 1)::integer;
create index thread_entries_by_tokens on thread_entries using gin (thread_tokens(packed, "position"));
alter index thread_entries_by_tokens alter column 1 set statistics 20;
drop index thread_entries_by_token;
drop index thread_entries_of_room;
create index thread_entries_newest on thread_entries (room_id, "position");
