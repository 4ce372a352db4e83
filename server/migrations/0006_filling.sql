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
