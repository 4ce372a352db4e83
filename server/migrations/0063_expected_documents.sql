-- Documents that are still to come. Nobody but operators learns of them.
create table expected_documents (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  -- Null: the root.
  parent_id bigint references items on delete cascade,
  name text not null,
  name_folded text collate "C" not null,
  name_key text collate "C" not null,
  -- The request that the document answers.
  thread_id uuid references threads on delete set null,
  -- What was received. While it lies in the trash, the document is missing again.
  item_id bigint references items on delete set null deferrable initially deferred,
  received_at timestamptz,
  -- Held for the document until it comes, in rooms that were numbered once.
  rank numeric,
  number bigint,
  created_at timestamptz not null,
  created_by bigint not null references members,
  removed_at timestamptz
);
create unique index expected_documents_name on expected_documents (room_id, coalesce(parent_id, 0), name_folded) where removed_at is null;
create index expected_documents_of_folder on expected_documents (parent_id);
create index expected_documents_of_item on expected_documents (item_id);
create index expected_documents_of_thread on expected_documents (thread_id);

-- A document that was expected takes the place and the number that were held for it. Others stand behind what is expected.
create or replace function place_in_index(placed bigint[], folder_room bigint) returns void language plpgsql as $$
declare is_fixed boolean;
begin
  insert into index_places as places (item_id, room_id, parent_id, alive, rank, number)
  select items.id, items.room_id, items.parent_id, items.deleted_at is null,
    coalesce(held.rank, tops.rank + row_number() over (partition by items.parent_id order by items.folder desc, items.name_key, items.id)),
    held.number
  from items
  join (
    select folders.id, greatest(
      (select coalesce(max(rank), 0) from index_places as others
        where others.room_id = folder_room and others.parent_id = folders.id and others.alive),
      (select max(rank) from expected_documents as missing
        where missing.room_id = folder_room and coalesce(missing.parent_id, 0) = folders.id and missing.removed_at is null)) as rank
    from (select distinct parent_id as id from items where items.id = any(placed)) as folders
  ) as tops on tops.id = items.parent_id
  left join lateral (
    select min(expected.rank) as rank, min(expected.number) as number from expected_documents as expected
    where expected.item_id = items.id and coalesce(expected.parent_id, 0) = items.parent_id and expected.removed_at is null
      and not exists (select from index_places as known where known.item_id = items.id)
  ) as held on true
  where items.id = any(placed) and items.room_id = folder_room
  on conflict (item_id) do update set parent_id = excluded.parent_id, alive = excluded.alive, rank = excluded.rank, number = null;
  select numbering = 'fixed' into is_fixed from rooms where id = folder_room;
  if is_fixed then
    perform number_places(placed, folder_room);
  end if;
end $$;
