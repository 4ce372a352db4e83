-- How far a room has come towards its end, and since when.
alter table rooms
  add column phase text not null default 'open' check (phase in ('open', 'frozen', 'closed', 'destroying', 'destroyed')),
  add column phase_at timestamptz;
update rooms set phase = 'closed', phase_at = closed_at where closed_at is not null;
alter table rooms
  drop column closed_at,
  add constraint rooms_phase_at check (phase = 'open' or phase_at is not null),
  -- When members were mailed that the room closes at closes_at.
  add column week_told_at timestamptz,
  add column day_told_at timestamptz,
  -- When a destruction that was asked for begins without a confirmation.
  add column destroys_at timestamptz;
create index rooms_closing on rooms (closes_at) where closes_at is not null;
create index rooms_due on rooms (destroys_at) where destroys_at is not null;

-- The destruction of a room, one step after the other. asked_by, confirmers: persons (users) of the room, null and none where the person at the
-- machine asked. sealed: what its certificate is to tell, under the retention key, for as long as it
-- is not made; certificate: the same as it was signed, sealed too. restored: the database was put back to before a destruction that had
-- happened, which is done once more.
create table destructions (
  room_id bigint primary key references rooms,
  state text not null check (state in ('asked', 'confirmed', 'key_destroyed', 'emptied', 'certified')),
  asked_at timestamptz not null,
  asked_by bigint references users,
  confirmers bigint[] not null,
  confirmed_at timestamptz,
  restored boolean not null default false,
  sealed bytea not null,
  certified_at timestamptz,
  certificate bytea,
  check ((state = 'certified') = (certificate is not null))
);
create index destructions_open on destructions (room_id) where state <> 'certified';

-- Under which key the content of a mail is sealed: one that outlives its room is sealed under the retention key.
alter table mails add column outlives_room boolean not null default false;
