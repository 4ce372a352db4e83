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
