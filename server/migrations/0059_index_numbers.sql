-- Index numbers ("2.3.1"). Folders and documents share one sequence for each folder.
alter table rooms
  -- off; live: counted as they stand; fixed: numbers stay when items come, go or move.
  add column numbering text not null default 'off' check (numbering in ('off', 'live', 'fixed')),
  -- room: the same numbers for everybody; group: what each group sees is counted.
  add column numbering_scope text not null default 'room' check (numbering_scope in ('room', 'group')),
  -- Numbers were once switched on. From then on items keep their order, also while numbers are off.
  add column is_ordered boolean not null default false,
  add constraint numbers_of_groups_are_live check (numbering_scope = 'room' or numbering <> 'fixed');

-- Apart from items, so that an order costs rows of a room without numbers nothing.
create table index_places (
  item_id bigint primary key references items on delete cascade,
  room_id bigint not null references rooms,
  parent_id bigint not null,
  -- Outside the trash. What lies there keeps its place.
  alive boolean not null,
  -- Fractions let an item come between two others without touching them.
  rank numeric not null,
  -- Of fixed numbering. Null until then.
  number bigint
);
create index index_places_in_order on index_places (room_id, parent_id, rank, item_id) where alive;
create index index_places_by_number on index_places (room_id, parent_id, number) where number is not null;

-- No fixed number is given twice in a folder, also after its item is gone.
alter table folder_counts add column last_number bigint not null default 0;

-- Behind what is there: folders first, then by name.
create function place_in_index(placed bigint[], folder_room bigint) returns void language plpgsql as $$
declare is_fixed boolean;
begin
  insert into index_places as places (item_id, room_id, parent_id, alive, rank)
  select items.id, items.room_id, items.parent_id, items.deleted_at is null,
    coalesce((select max(rank) from index_places as others where others.room_id = items.room_id and others.parent_id = items.parent_id and others.alive), 0)
      + row_number() over (partition by items.parent_id order by items.folder desc, items.name_key, items.id)
  from items
  where items.id = any(placed) and items.room_id = folder_room
  on conflict (item_id) do update set parent_id = excluded.parent_id, alive = excluded.alive, rank = excluded.rank, number = null;
  select numbering = 'fixed' into is_fixed from rooms where id = folder_room;
  if is_fixed then
    perform number_places(placed, folder_room);
  end if;
end $$;

-- The next free numbers of their folders, in their order.
create function number_places(placed bigint[], folder_room bigint) returns void language plpgsql as $$
begin
  insert into folder_counts (room_id, parent_id, folders, files)
  select distinct folder_room, parent_id, 0, 0 from index_places where item_id = any(placed) and alive and number is null
  on conflict do nothing;
  update index_places as places set number = numbered.number
  from (
    select fresh.item_id, counts.last_number + row_number() over (partition by fresh.parent_id order by fresh.rank, fresh.item_id) as number
    from index_places as fresh
    join folder_counts as counts on counts.room_id = folder_room and counts.parent_id = fresh.parent_id
    where fresh.item_id = any(placed) and fresh.alive and fresh.number is null
  ) as numbered
  where places.item_id = numbered.item_id;
  update folder_counts as counts set last_number = latest.number
  from (select parent_id, max(number) as number from index_places where item_id = any(placed) group by parent_id) as latest
  where counts.room_id = folder_room and counts.parent_id = latest.parent_id and counts.last_number < latest.number;
end $$;

create function place_added_items() returns trigger language plpgsql as $$
declare room bigint;
begin
  for room in select distinct added.room_id from added join rooms on rooms.id = added.room_id where rooms.is_ordered loop
    perform place_in_index((select array_agg(id) from added where room_id = room), room);
  end loop;
  return null;
end $$;
create trigger items_added_to_index after insert on items
  referencing new table as added for each statement execute function place_added_items();

create function place_changed_items() returns trigger language plpgsql as $$
declare room bigint;
declare moved bigint[];
begin
  for room in
    select distinct after_change.room_id from after_change join rooms on rooms.id = after_change.room_id where rooms.is_ordered
  loop
    -- A cached plan would join the changed rows as if they were always as few as at its first use.
    execute $statement$
      select array_agg(after_change.id)
      from after_change join before_change using (id)
      where after_change.room_id = $1 and after_change.parent_id <> before_change.parent_id
    $statement$ into moved using room;
    if moved is not null then
      perform place_in_index(moved, room);
    end if;
    execute $statement$
      select array_agg(after_change.id)
      from after_change join before_change using (id)
      where after_change.room_id = $1 and (after_change.deleted_at is null) <> (before_change.deleted_at is null)
    $statement$ into moved using room;
    if moved is not null then
      update index_places set alive = items.deleted_at is null
      from items
      where items.id = index_places.item_id and index_places.item_id = any(moved);
      if (select numbering = 'fixed' from rooms where id = room) then
        perform number_places(moved, room);
      end if;
    end if;
  end loop;
  return null;
end $$;
create trigger items_changed_in_index after update on items
  referencing old table as before_change new table as after_change for each statement execute function place_changed_items();
