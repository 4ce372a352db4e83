-- Each backup of this installation, also those that were removed. The id is the name of its folder.
create table backups (
  id text primary key,
  place text not null,
  -- Null without a copy of the key folder.
  keys_place text,
  snapshot_at timestamptz not null,
  bytes bigint not null,
  removed_at timestamptz,
  keys_removed_at timestamptz
);

-- Blobs of a destroyed room go at once. Others wait while a backup copies what its snapshot refers to.
alter table freed_blobs add column destroyed boolean not null default false;
