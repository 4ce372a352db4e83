-- One row: the installation that this database belongs to.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  -- Where documents lie that are not in DATA_DIR, as in STORAGE_URL.
  object_storage text
);
insert into installation default values;
