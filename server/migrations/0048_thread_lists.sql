-- Lists of questions and requests by due date and state read as many rows as they show.
drop index threads_by_due;
create index threads_by_due on threads (room_id, coalesce(due, '9999-12-31'::date), id);
create index threads_in_state on threads (room_id, state, id);
-- A group sees due dates of requests alone.
create index threads_of_group_by_due on threads
  (group_id, (case when type = 'REQUEST' then coalesce(due, '9999-12-31'::date) else '9999-12-31'::date end), id);
-- A group sees one state from submission to answer.
create index threads_of_group_by_state on threads (group_id, (case when type = 'QUESTION'
  and state in ('SUBMITTED', 'ASSIGNED', 'ANSWERED', 'APPROVED') then 'IN_PROGRESS' else state end), id);

-- Everything that the person sees and that changed before then is read.
create table thread_marks (
  member_id bigint primary key references members,
  room_id bigint not null references rooms,
  -- The part and group in which the person saw it.
  scope text not null,
  read_until timestamptz not null
);
create index thread_marks_of_room on thread_marks (room_id);

-- Files of entries: PDFs and images, encrypted under the room's key.
create table thread_files (
  id uuid primary key,
  entry_id uuid not null references thread_entries on delete cascade,
  position smallint not null,
  room_id bigint not null references rooms,
  member_id bigint not null references members,
  name_sealed bytea not null,
  ext text not null,
  size bigint not null,
  -- Width and height of each page, in points, of images in pixels.
  pages jsonb not null,
  content_uid text not null,
  blob_id text not null,
  wrapped_key bytea not null,
  created_at timestamptz not null,
  unique (entry_id, position)
);
create index thread_files_of_room on thread_files (room_id, member_id);
create index thread_files_of_blob on thread_files (blob_id);

alter table archive_entries add column thread_file_id uuid;
alter table archive_entries drop constraint archive_entries_kind_check;
alter table archive_entries add constraint archive_entries_kind_check
  check (kind in ('folder', 'document', 'signed', 'attached', 'made', 'directory'));
