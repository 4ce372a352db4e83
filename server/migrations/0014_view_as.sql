-- A session with which an operator views the room as another person, subject_id, out of the operator's own session, parent_id. Its member is the
-- operator; of the subject it has role and rights.
alter table sessions
  add column parent_id text references sessions,
  add column subject_id bigint references members,
  add check ((parent_id is null) = (subject_id is null));
-- A session has one at a time.
create unique index sessions_of_parent on sessions (parent_id) where ended_at is null and parent_id is not null;
create index sessions_of_subject on sessions (subject_id) where ended_at is null and subject_id is not null;
