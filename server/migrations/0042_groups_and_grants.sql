-- Groups of participants and what each may do with folders and documents. A participant is in one group; operators keep theirs in the background.
create table groups (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  name text not null,
  color text not null default 'gray',
  is_default boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz,
  -- CIDR ranges from which its people may act; none means from anywhere.
  networks text[] not null default '{}',
  created_at timestamptz not null default now()
);
create unique index groups_name on groups (room_id, lower(name));
create unique index groups_default on groups (room_id) where is_default;

-- One level for a group on an item and all below it, up to the next grant. Item 0 is the root, which always has one.
-- Path, kind and life of the item are kept here, so that one range of an index tells what is visible below a folder.
create table grants (
  group_id bigint not null references groups on delete cascade,
  item_id bigint not null,
  room_id bigint not null references rooms,
  ancestors bigint[] not null default '{}',
  folder boolean not null default true,
  alive boolean not null default true,
  -- none, view, print, download, original
  level smallint not null check (level between 0 and 4),
  starts_at timestamptz,
  ends_at timestamptz,
  -- After the end the level of the folder above counts, where otherwise nothing is visible.
  inherits_after boolean not null default false check (not inherits_after or (ends_at is not null and item_id <> 0)),
  primary key (group_id, item_id)
);
create index grants_below on grants (group_id, ancestors) where alive and item_id <> 0;
create index grants_of_item on grants (item_id) where item_id <> 0;
create index grants_with_limits on grants (group_id) where starts_at is not null or ends_at is not null;
create index grants_of_room on grants (room_id);

create function follow_changed_items() returns trigger language plpgsql as $$
begin
  update grants
  set ancestors = items.ancestors, alive = items.deleted_at is null
  from after_change as items
  where grants.item_id = items.id and (grants.ancestors <> items.ancestors or grants.alive <> (items.deleted_at is null));
  return null;
end $$;
create trigger grants_follow_items after update on items
  referencing new table as after_change for each statement execute function follow_changed_items();

create function end_grants_of_items() returns trigger language plpgsql as $$
begin
  delete from grants using gone where grants.item_id = gone.id;
  return null;
end $$;
create trigger grants_end_with_items after delete on items
  referencing old table as gone for each statement execute function end_grants_of_items();

-- Every room has a first group, whichever release makes the room; everybody who is invited without a group comes into the default one.
create function make_first_group() returns trigger language plpgsql as $$
declare first_id bigint;
begin
  insert into groups (room_id, name, is_default, created_at) values (new.id, '참여자', true, new.created_at) returning id into first_id;
  insert into grants (group_id, item_id, room_id, level) values (first_id, 0, new.id, 3);
  return null;
end $$;
create trigger rooms_have_a_group after insert on rooms for each row execute function make_first_group();

alter table members
  add column group_id bigint references groups on delete set null,
  add column group_from timestamptz,
  add column group_until timestamptz;

insert into groups (room_id, name, is_default, created_at) select id, '참여자', true, created_at from rooms where phase <> 'destroyed';
insert into grants (group_id, item_id, room_id, level) select id, 0, room_id, 3 from groups;
update members set group_id = groups.id from groups where groups.room_id = members.room_id;

create function place_member() returns trigger language plpgsql as $$
begin
  if new.group_id is null then
    new.group_id := (select id from groups where room_id = new.room_id and is_default);
  end if;
  return new;
end $$;
create trigger members_have_a_group before insert on members for each row execute function place_member();
create index members_of_group on members (group_id) where ended_at is null;

-- An operator may look at the room as a group sees it.
alter table sessions add column subject_group_id bigint references groups on delete set null;
-- A view that is over forgets a group that was removed.
alter table sessions drop constraint sessions_check2;
alter table sessions add constraint sessions_view_of_one check (case
  when parent_id is null then subject_id is null and subject_group_id is null
  else num_nonnulls(subject_id, subject_group_id) = 1 or (ended_at is not null and subject_id is null) end);
create index sessions_of_subject_group on sessions (subject_group_id) where ended_at is null and subject_group_id is not null;
