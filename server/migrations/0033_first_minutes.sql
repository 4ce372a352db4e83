-- setup_pending: the room was made by the first start, and nobody has given it a name yet.
alter table rooms add column setup_pending boolean not null default false;

-- shown: an operator was shown this PIN, and nobody has entered with it yet.
alter table pins add column shown boolean not null default false;

-- The new address that an operator has asked for, until the code is entered that was mailed to it. code_hash: HMAC of member, address and code
-- under the pepper. wrong: codes that did not match.
create table address_changes (
  member_id bigint primary key references members,
  room_id bigint not null references rooms,
  email text not null,
  code_hash bytea not null,
  wrong integer not null default 0,
  created_at timestamptz not null
);
