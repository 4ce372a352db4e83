-- Documents of which a PDF is to be made. attempts: runs that have begun. slow: it was stopped or given up for its time, so that it waits behind
-- all others. lane: where it is at work just now, since started_at.
create table conversions (
  version_id bigint primary key references file_versions on delete cascade,
  room_id bigint not null references rooms,
  size bigint not null,
  attempts smallint not null default 0,
  slow boolean not null default false,
  due_at timestamptz not null,
  lane smallint,
  started_at timestamptz
);
create index conversions_of_room on conversions (room_id);

-- When a conversion of a room last began, and until when the room waits behind the others, since one of its documents was slow.
create table conversion_turns (
  room_id bigint primary key references rooms,
  turn_at timestamptz not null,
  slow_until timestamptz
);
