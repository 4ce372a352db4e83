-- The collation is the contract's own order, whatever the database's is. parent_id 0 is the root of the room. ancestors: the folders from the root down to the parent.
create table items (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  parent_id bigint not null,
  ancestors bigint[] not null,
  folder boolean not null,
  name text not null,
  name_folded text collate "C" not null,
  name_key text collate "C" not null,
  ext text collate "C" not null,
  filename text not null unique,
  size bigint not null check (size >= 0),
  version_id bigint,
  created_at timestamptz not null,
  created_by bigint not null references members,
  deleted_at timestamptz,
  check (folder or ext <> '')
);
create unique index items_name on items (room_id, parent_id, name_folded) where deleted_at is null;
create index items_by_name on items (room_id, parent_id, folder desc, name_key, id) where deleted_at is null;
create index items_by_date on items (room_id, parent_id, folder desc, created_at, id) where deleted_at is null;
create index items_by_type on items (room_id, parent_id, folder desc, ext, id) where deleted_at is null;
create index items_by_size on items (room_id, parent_id, folder desc, size, id) where deleted_at is null;
create index items_by_bigram on items using gin (room_id, bigrams(name_folded)) where deleted_at is null;

-- content_uid is bound into the sealing of the content. status: what a reader can see of it, null until it was inspected.
create table file_versions (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  item_id bigint not null references items,
  content_uid uuid not null,
  number integer not null,
  size bigint not null,
  sealed_digest bytea not null,
  created_at timestamptz not null,
  created_by bigint not null references members,
  status text,
  pages jsonb,
  unique (item_id, number)
);

-- The content of a version: sealed segments in their order, each a blob with a key of its own.
create table file_segments (
  version_id bigint not null references file_versions,
  ordinal integer not null,
  room_id bigint not null references rooms,
  blob_id text not null unique,
  size bigint not null,
  wrapped_key bytea not null,
  primary key (version_id, ordinal)
);

create table leases (
  name text primary key,
  room_id bigint not null references rooms,
  session_id text not null references sessions,
  item_id bigint not null references items,
  version_id bigint not null references file_versions,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index leases_of_session on leases (session_id);
create index leases_used on leases (used_at);
