-- Browsers with which a member has entered. token_hash: HMAC of the cookie under the pepper; a browser of several people has a row for each.
create table devices (
  token_hash bytea not null,
  room_id bigint not null references rooms,
  member_id bigint not null references members,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (token_hash, member_id)
);
create index devices_of_member on devices (member_id, used_at desc);
create index devices_by_age on devices (used_at);

-- Links that were mailed and not used yet. token_hash as above.
create table entry_links (
  token_hash bytea primary key,
  room_id bigint not null references rooms,
  member_id bigint not null references members,
  created_at timestamptz not null
);
create index entry_links_of_member on entry_links (member_id);

-- Whoever has lost a PIN names an address and no room.
create index users_by_address on users (email);
create index pins_unused on pins (issued_at) where replacement;
