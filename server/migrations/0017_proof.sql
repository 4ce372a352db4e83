-- seq: the place of an entry in its room's tree, given by the sequencer within seconds; null before.
alter table activity_entries add column seq bigint check (seq >= 0);
create unique index activity_in_sequence on activity_entries (room_id, seq) where seq is not null;
create index activity_unsequenced on activity_entries (room_id, id) where seq is null;

-- Lists go by time, the newest first: all entries of a room, or those of a person, a kind, a document.
drop index activity_of_room;
drop index activity_of_user;
create index activity_of_room on activity_entries (room_id, at desc, id desc);
create index activity_of_user on activity_entries (room_id, user_id, at desc, id desc);
create index activity_of_kind on activity_entries (room_id, kind, at desc, id desc);
create index activity_of_item on activity_entries (room_id, item_id, at desc, id desc) where item_id is not null;

-- What is past its time is looked for over all rooms.
create index activity_by_time on activity_entries (at);

-- The tree over a room's entries (RFC 6962). note: its newest checkpoint, signed.
create table activity_trees (
  room_id bigint primary key references rooms,
  size bigint not null check (size >= 0),
  note text not null
);

-- Its hashes, as tiles of up to 256 (C2SP tlog-tiles): at level 0 those of the entries, above those of whole tiles.
create table activity_tiles (
  room_id bigint not null references rooms,
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  primary key (room_id, level, index)
);
-- They are random, so that packing them is for nothing.
alter table activity_tiles alter column hashes set storage external;

-- What the sequencer has counted: entries by day of the room's time zone, person (0: nobody of the room) and kind.
create table activity_days (
  room_id bigint not null references rooms,
  day date not null,
  user_id bigint not null,
  kind text not null,
  entries integer not null,
  primary key (room_id, day, user_id, kind)
);

-- What was done with a document by whom on a day, and for how many seconds it was read.
create table activity_items (
  room_id bigint not null references rooms,
  item_id bigint not null,
  day date not null,
  user_id bigint not null,
  views integer not null default 0,
  prints integer not null default 0,
  downloads integer not null default 0,
  seconds real not null default 0,
  primary key (room_id, item_id, day, user_id)
);
create index activity_items_of_day on activity_items (room_id, day);

-- For how many seconds a person had a page before them.
create table activity_pages (
  room_id bigint not null references rooms,
  item_id bigint not null,
  user_id bigint not null,
  page integer not null,
  seconds real not null,
  primary key (room_id, item_id, user_id, page)
);
