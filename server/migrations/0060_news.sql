-- What is new for a person since the last visit, favourites, and what was opened. Times are the database's, as those of the past are.

-- When the person was last active in the session, and at its beginning when in the one before. Null: no earlier visit.
alter table sessions
  add column seen_at timestamptz not null default now(),
  add column last_visit_at timestamptz;
update sessions set seen_at = active_at;
create index sessions_visited on sessions (member_id, seen_at) where parent_id is null and agreed_at is not null;

create function keep_seen() returns trigger language plpgsql as $$
begin
  new.seen_at := now();
  return new;
end $$;
create trigger sessions_keep_seen before update on sessions for each row
  when (old.active_at <> new.active_at or (old.ended_at is null and new.end_reason = 'logout'))
  execute function keep_seen();

-- added_at: when it came into the room. appeared_at: when it last came out of staging or the trash, otherwise when it came.
-- content_at: when its current version became the current one. What was there before counts as old.
alter table items
  add column added_at timestamptz not null default '-infinity',
  add column appeared_at timestamptz not null default '-infinity',
  add column content_at timestamptz not null default '-infinity';
alter table items
  alter column added_at set default now(),
  alter column appeared_at set default now(),
  alter column content_at set default now();
create index items_news on items (room_id, (greatest(appeared_at, content_at)), id) where deleted_at is null and not folder and not unseen;

create function keep_news_times() returns trigger language plpgsql as $$
begin
  if (old.deleted_at is not null and new.deleted_at is null) or (old.unseen and not new.unseen) then
    new.appeared_at := now();
  end if;
  if old.version_id is distinct from new.version_id then
    new.content_at := now();
  end if;
  return new;
end $$;
create trigger items_keep_news_times before update on items for each row
  when ((old.deleted_at is not null and new.deleted_at is null) or (old.unseen and not new.unseen) or old.version_id is distinct from new.version_id)
  execute function keep_news_times();

-- Operators look at versions as they come, published or not.
alter table file_versions add column added_at timestamptz not null default '-infinity';
alter table file_versions alter column added_at set default now();
create index file_versions_added on file_versions (room_id, added_at, id);

-- A subtree is read in one order, from any place in it.
drop index items_below;
create index items_below on items (room_id, ancestors, id) where deleted_at is null;

-- Of the past of places, moves alone can give another group something.
alter table past_places add column is_moved boolean not null default false;
create index past_places_moved on past_places (room_id, held_until) where is_moved;
create or replace function keep_past_place() returns trigger language plpgsql as $$
begin
  insert into past_places (room_id, item_id, parent_id, name, is_deleted, is_staged, is_moved)
  values (old.room_id, old.id, old.parent_id, old.name, old.deleted_at is not null and old.trash_id = old.id, old.staged,
    old.parent_id <> new.parent_id);
  return null;
end $$;
create index grants_by_change on grants (group_id, held_since);
create index past_grants_of_group on past_grants (group_id, item_id);

create table favourites (
  member_id bigint not null references members,
  item_id bigint not null references items on delete cascade,
  room_id bigint not null references rooms,
  added_at timestamptz not null default now(),
  primary key (member_id, item_id)
);
create index favourites_of_item on favourites (item_id);
create index favourites_of_room on favourites (room_id);

-- The last opening of each document by each person. The log has every one.
create table document_reads (
  member_id bigint not null references members,
  item_id bigint not null references items on delete cascade,
  room_id bigint not null references rooms,
  -- The newest version that was opened.
  version_id bigint not null,
  read_at timestamptz not null default now(),
  primary key (member_id, item_id)
);
create index document_reads_by_time on document_reads (member_id, read_at, item_id);
create index document_reads_of_item on document_reads (item_id);
create index document_reads_of_room on document_reads (room_id);
