-- A reading is what one lease wrote of a document: that it was viewed, and for how long its pages were read. Lists show it as one item.
-- reading: the first entry of it; null for entries of anything else. continues: the entry of it before this one.
-- folded: a newer entry of the reading stands for this one in lists. summary: pages and seconds of the whole reading, sealed, in its newest entry.
alter table activity_entries
  add column reading bigint,
  add column continues bigint,
  add column folded boolean not null default false,
  add column summary bytea;

-- The newest entry that the lease has written.
alter table leases add column entry_id bigint;

-- Of the entries, how many are folded: the others are the items of a list.
alter table activity_days add column folded integer not null default 0;

-- Lists go by time: those of items skip what is folded, those of entries merge both.
drop index activity_of_room;
drop index activity_of_user;
drop index activity_of_kind;
drop index activity_of_item;
create index activity_of_room on activity_entries (room_id, folded, at desc, id desc);
create index activity_of_user on activity_entries (room_id, user_id, folded, at desc, id desc);
create index activity_of_kind on activity_entries (room_id, kind, folded, at desc, id desc);
create index activity_of_item on activity_entries (room_id, item_id, folded, at desc, id desc) where item_id is not null;
create index activity_of_reading on activity_entries (room_id, reading, at desc, id desc) where reading is not null;
