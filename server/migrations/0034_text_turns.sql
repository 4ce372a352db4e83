-- Contents whose text is to be read. attempts: runs that have begun since one last succeeded. costly: pages since the last whole block over which
-- a worker was lost or held up. slow: it took long or failed for its time, so that it waits behind all others. started_at: it is at work.
create table text_queue (
  content_uid uuid primary key references content_texts on delete cascade,
  room_id bigint not null references rooms,
  size bigint not null,
  attempts smallint not null default 0,
  costly smallint not null default 0,
  slow boolean not null default false,
  due_at timestamptz not null default now(),
  started_at timestamptz
);
create index text_queue_in_order on text_queue (room_id, slow, size, content_uid);
create index text_queue_by_due on text_queue (due_at);
create index text_queue_begun on text_queue (content_uid) where started_at is not null;

-- When a reading of a room last began, and until when the room waits behind the others, since one of its documents was slow.
create table text_turns (
  room_id bigint primary key references rooms,
  turn_at timestamptz not null default '-infinity',
  slow_until timestamptz
);
