-- Who administers the installation, apart from every room.
create table administrators (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index administrators_by_address on administrators (lower(email)) where ended_at is null;

create table administrator_passkeys (
  id bigint generated always as identity primary key,
  administrator_id bigint not null references administrators on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index administrator_passkeys_of_administrator on administrator_passkeys (administrator_id);

-- Of tokens only keyed hashes are stored.
create table administrator_sessions (
  id bigint generated always as identity primary key,
  administrator_id bigint not null references administrators on delete cascade,
  hash bytea not null unique,
  created_at timestamptz not null,
  seen_at timestamptz not null
);
create index administrator_sessions_of_administrator on administrator_sessions (administrator_id);

create table administrator_invitations (
  hash bytea primary key,
  administrator_id bigint not null unique references administrators on delete cascade,
  expires_at timestamptz not null
);

-- Each is good for one answer of an authenticator.
create table console_challenges (
  hash bytea primary key,
  administrator_id bigint references administrators on delete cascade,
  created_at timestamptz not null
);
create index console_challenges_by_age on console_challenges (created_at);

-- What administrators did. What concerns a room is in the log of that room as well.
create table console_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  name text not null,
  email text not null,
  address text not null,
  kind text not null,
  room_id bigint,
  about text
);

-- Webhooks without a key were made in the console.
alter table webhooks alter column key_id drop not null;
