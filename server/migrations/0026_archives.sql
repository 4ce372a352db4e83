-- Archives that somebody has prepared. member_id: who; null for the person at the machine. zone: in which the dates of the zip are told.
-- marked: documents stand in it as marked copies. log_note: the checkpoint that the log in it goes with; null where there is none. total, done: entries, and those whose content is known.
-- unreadable: the way of what could not be read, where that is why it failed. age_header: the beginning of an age file; age_key: its file key and nonce, sealed. etag: of the bytes that are fetched. expires_at: then it goes.
create table archives (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  scope text not null check (scope in ('room', 'own')),
  member_id bigint references members,
  name text not null,
  zone text not null,
  protection text check (protection in ('passphrase', 'age')),
  age_header bytea,
  age_key bytea,
  log_note text,
  marked boolean not null,
  state text not null default 'PREPARING' check (state in ('PREPARING', 'READY', 'FAILED')),
  failure text,
  unreadable text,
  total integer not null default 0,
  done integer not null default 0,
  files integer not null default 0,
  size bigint not null default 0,
  etag text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  fetched_at timestamptz,
  check (member_id is not null or scope = 'room'),
  check ((protection is null) = (age_header is null) and (protection is null) = (age_key is null))
);
create index archives_of_room on archives (room_id, id desc);
create index archives_by_age on archives (expires_at);

-- What the zip of an archive is made of, in its order. turn: what is made first, since what is later tells of it. number: the place in the
-- index. A document whose content does not come along has a reason and no form. sealed: CRC-32 and SHA-256 of the content; start_at and
-- header_length: where its local header stands. What was made for the archive lies in a blob under a key of its own, of which content_uid is a part.
create table archive_entries (
  archive_id bigint not null references archives on delete cascade,
  room_id bigint not null references rooms,
  position integer not null,
  turn smallint not null,
  kind text not null check (kind in ('folder', 'document', 'signed', 'made', 'directory')),
  path text not null,
  number text,
  name text,
  made text,
  modified timestamptz not null,
  item_id bigint,
  version_id bigint,
  file_id bigint,
  settled boolean not null default false,
  form text check (form in ('original', 'copy', 'images')),
  reason text,
  size bigint not null default 0,
  sealed bytea,
  start_at bigint,
  header_length integer,
  content_uid uuid,
  blob_id text unique,
  wrapped_key bytea,
  primary key (archive_id, position)
);
create index archive_entries_to_settle on archive_entries (archive_id, turn, position) where not settled;
create index archive_entries_by_place on archive_entries (archive_id, start_at) where start_at is not null;

-- When an archive of the whole room was last taken away.
alter table rooms add column archived_at timestamptz;

alter table tickets drop constraint tickets_kind_check;
alter table tickets add constraint tickets_kind_check check (kind in ('download', 'zip', 'message', 'archive'));
