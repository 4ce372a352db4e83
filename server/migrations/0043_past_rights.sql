-- What rights, groups, people and places of items were before each change, so that rights as on a day can be shown.
-- Times are the database's. A row held until `held_until`, which is not included.
alter table grants add column held_since timestamptz not null default now();
update grants set held_since = groups.created_at from groups where groups.id = grants.group_id;

create table past_grants (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  group_id bigint not null,
  item_id bigint not null,
  level smallint not null,
  starts_at timestamptz,
  ends_at timestamptz,
  inherits_after boolean not null,
  held_since timestamptz not null,
  held_until timestamptz not null default now()
);
create index past_grants_of_room on past_grants (room_id, held_until);
create index past_grants_of_item on past_grants (item_id) where item_id <> 0;

create function keep_past_grant() returns trigger language plpgsql as $$
begin
  if old.held_since < now() then
    insert into past_grants (room_id, group_id, item_id, level, starts_at, ends_at, inherits_after, held_since)
    values (old.room_id, old.group_id, old.item_id, old.level, old.starts_at, old.ends_at, old.inherits_after, old.held_since);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.held_since := now();
  return new;
end $$;
create trigger grants_keep_past before update on grants for each row
  when ((old.level, old.starts_at, old.ends_at, old.inherits_after) is distinct from (new.level, new.starts_at, new.ends_at, new.inherits_after))
  execute function keep_past_grant();
create trigger grants_keep_last before delete on grants for each row execute function keep_past_grant();

create table past_groups (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  group_id bigint not null,
  name text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  networks text[] not null,
  created_at timestamptz not null,
  held_until timestamptz not null default now()
);
create index past_groups_of_room on past_groups (room_id, held_until);

create function keep_past_group() returns trigger language plpgsql as $$
begin
  insert into past_groups (room_id, group_id, name, starts_at, ends_at, networks, created_at)
  values (old.room_id, old.id, old.name, old.starts_at, old.ends_at, old.networks, old.created_at);
  return null;
end $$;
create trigger groups_keep_past after update on groups for each row
  when ((old.name, old.starts_at, old.ends_at, old.networks) is distinct from (new.name, new.starts_at, new.ends_at, new.networks))
  execute function keep_past_group();
create trigger groups_keep_last after delete on groups for each row execute function keep_past_group();

create table past_members (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  member_id bigint not null,
  role_id smallint not null,
  group_id bigint,
  group_from timestamptz,
  group_until timestamptz,
  can_print boolean not null,
  can_download boolean not null,
  can_access boolean not null,
  held_until timestamptz not null default now()
);
create index past_members_of_member on past_members (member_id, held_until, id);

create function keep_past_member() returns trigger language plpgsql as $$
begin
  insert into past_members (room_id, member_id, role_id, group_id, group_from, group_until, can_print, can_download, can_access)
  values (old.room_id, old.id, old.role_id, old.group_id, old.group_from, old.group_until, old.can_print, old.can_download, old.can_access);
  return null;
end $$;
-- People of a destroyed room lose their names, and keep no past.
create trigger members_keep_past after update on members for each row
  when (new.name <> '' and (old.role_id, old.group_id, old.group_from, old.group_until, old.can_print, old.can_download, old.can_access)
    is distinct from (new.role_id, new.group_id, new.group_from, new.group_until, new.can_print, new.can_download, new.can_access))
  execute function keep_past_member();

-- Of a deleted folder only its own row is kept: what is in it follows by its parents.
create table past_places (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  item_id bigint not null references items on delete cascade,
  parent_id bigint not null,
  name text not null,
  is_deleted boolean not null,
  held_until timestamptz not null default now()
);
create index past_places_of_item on past_places (item_id, held_until, id);

create function keep_past_place() returns trigger language plpgsql as $$
begin
  insert into past_places (room_id, item_id, parent_id, name, is_deleted)
  values (old.room_id, old.id, old.parent_id, old.name, old.deleted_at is not null and old.trash_id = old.id);
  return null;
end $$;
create trigger items_keep_past after update on items for each row
  when (old.parent_id <> new.parent_id or old.name <> new.name
    or ((old.deleted_at is null) <> (new.deleted_at is null) and coalesce(old.trash_id, new.trash_id) = old.id))
  execute function keep_past_place();

-- What is destroyed keeps no past.
create or replace function end_grants_of_items() returns trigger language plpgsql as $$
begin
  delete from grants using gone where grants.item_id = gone.id;
  delete from past_grants using gone where past_grants.item_id = gone.id;
  return null;
end $$;

-- An operator is in no group until one is named; who is made operator later keeps the own one in the background.
create or replace function place_member() returns trigger language plpgsql as $$
begin
  if new.group_id is null and new.role_id <> 4 then
    new.group_id := (select id from groups where room_id = new.room_id and is_default);
  end if;
  return new;
end $$;
