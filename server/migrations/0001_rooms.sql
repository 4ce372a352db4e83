-- Every row carries room_id, and no query crosses rooms.
create extension if not exists btree_gin;

create function bigrams(folded text) returns text[]
  language sql immutable parallel safe strict
  as $$ select coalesce(array_agg(distinct substr(folded, i, 2)), '{}') from generate_series(1, char_length(folded) - 1) i $$;

create table rooms (
  id bigint generated always as identity primary key,
  vault uuid not null unique,
  room_no text not null unique,
  name text not null,
  watermark boolean not null default true,
  noti boolean not null default true,
  zone text not null default 'Asia/Seoul',
  wrapped_key bytea not null,
  storage_limit bigint not null,
  storage_used bigint not null default 0 check (storage_used >= 0),
  file_count bigint not null default 0 check (file_count >= 0),
  user_limit integer not null,
  member_count integer not null default 0 check (member_count >= 0),
  created_at timestamptz not null,
  closes_at timestamptz,
  closed_at timestamptz
);

create table room_numbers (
  month text primary key,
  last integer not null
);

-- A person of a room by address. Survives the end of a membership, so that history keeps its subject.
create table users (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  email text not null,
  unique (room_id, email)
);

create table members (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  user_id bigint not null references users,
  role_id smallint not null check (role_id in (4, 5)),
  name text not null,
  email text not null,
  division text not null default '',
  position text not null default '',
  phone text not null default '',
  can_print boolean not null default false,
  can_download boolean not null default false,
  can_access boolean not null default true,
  code_hash text,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  ended_at timestamptz,
  check (role_id = 5 or code_hash is not null)
);
create unique index members_living on members (room_id, user_id) where ended_at is null;
create index members_of_room on members (room_id, id) where ended_at is null;

-- lookup: HMAC of the PIN under the pepper. A replacement kills the others of its member when it is first used.
create table pins (
  lookup bytea primary key,
  room_id bigint not null references rooms,
  member_id bigint not null references members,
  hash text not null,
  replacement boolean not null default false,
  issued_at timestamptz not null,
  used_at timestamptz
);
create index pins_of_member on pins (member_id);

create table sessions (
  id text primary key,
  room_id bigint not null references rooms,
  member_id bigint not null references members,
  address text not null,
  created_at timestamptz not null,
  active_at timestamptz not null,
  agreed_at timestamptz,
  raised_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  check ((ended_at is null) = (end_reason is null))
);
create index sessions_of_member on sessions (member_id) where ended_at is null;
create index sessions_idle on sessions (active_at) where ended_at is null;

create table throttles (
  kind text not null,
  subject text not null,
  window_started_at timestamptz not null,
  attempts integer not null,
  primary key (kind, subject)
);

-- sealed: the details, under the room's retention key.
create table activity_entries (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  user_id bigint references users,
  member_id bigint references members,
  kind text not null,
  item_id bigint,
  at timestamptz not null,
  sealed bytea not null
);
create index activity_of_room on activity_entries (room_id, id desc);
create index activity_of_user on activity_entries (room_id, user_id, id desc);
