-- What comes back into the folder that it left last takes the place and the number that it had there.
alter table index_places
  add column former_parent_id bigint,
  add column former_rank numeric,
  add column former_number bigint;

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
  on conflict (item_id) do update set
    parent_id = excluded.parent_id,
    alive = excluded.alive,
    rank = case when places.former_parent_id = excluded.parent_id then places.former_rank else excluded.rank end,
    number = case
      when places.former_parent_id = excluded.parent_id and not exists (
        select from index_places as others
        where others.room_id = folder_room and others.parent_id = excluded.parent_id and others.number = places.former_number
      ) and not exists (
        select from expected_documents as missing
        where missing.room_id = folder_room and coalesce(missing.parent_id, 0) = excluded.parent_id and missing.removed_at is null
          and missing.number = places.former_number and missing.item_id is distinct from places.item_id
      ) then places.former_number
    end,
    former_parent_id = places.parent_id,
    former_rank = places.rank,
    former_number = places.number;
  select numbering = 'fixed' into is_fixed from rooms where id = folder_room;
  if is_fixed then
    perform number_places(placed, folder_room);
  end if;
end $$;
