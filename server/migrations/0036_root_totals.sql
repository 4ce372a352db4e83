-- Files and bytes below each folder of the root (0: those in the root itself), so that nobody adds up a whole room to draw the dashboard. Kept by
-- the statements that change items, whoever writes them; these hold the room's tree, so no two of a room meet here.
create table root_totals (
  room_id bigint not null references rooms,
  root_id bigint not null,
  files bigint not null,
  bytes bigint not null,
  primary key (room_id, root_id)
);

insert into root_totals (room_id, root_id, files, bytes)
select room_id, coalesce(ancestors[1], 0), count(*), sum(size)
from items
where deleted_at is null and not folder
group by room_id, coalesce(ancestors[1], 0);

create function total_added_items() returns trigger language plpgsql as $$
begin
  insert into root_totals as totals (room_id, root_id, files, bytes)
  select room_id, coalesce(ancestors[1], 0), count(*), sum(size)
  from added
  where deleted_at is null and not folder
  group by room_id, coalesce(ancestors[1], 0)
  on conflict (room_id, root_id) do update set files = totals.files + excluded.files, bytes = totals.bytes + excluded.bytes;
  return null;
end $$;

create function total_changed_items() returns trigger language plpgsql as $$
begin
  insert into root_totals as totals (room_id, root_id, files, bytes)
  select room_id, root_id, sum(files), sum(bytes)
  from (
    select room_id, coalesce(ancestors[1], 0) as root_id, 1 as files, size as bytes from after_change where deleted_at is null and not folder
    union all
    select room_id, coalesce(ancestors[1], 0), -1, -size from before_change where deleted_at is null and not folder
  ) as changes
  group by room_id, root_id
  having sum(files) <> 0 or sum(bytes) <> 0
  on conflict (room_id, root_id) do update set files = totals.files + excluded.files, bytes = totals.bytes + excluded.bytes;
  return null;
end $$;

-- Only what lies in the trash is removed, and that is counted no more; a folder takes its row along.
create function forget_removed_totals() returns trigger language plpgsql as $$
begin
  delete from root_totals using removed
  where removed.folder and root_totals.room_id = removed.room_id and root_totals.root_id = removed.id;
  return null;
end $$;

create trigger total_added_items after insert on items
  referencing new table as added for each statement execute function total_added_items();
create trigger total_changed_items after update on items
  referencing old table as before_change new table as after_change for each statement execute function total_changed_items();
create trigger forget_removed_totals after delete on items
  referencing old table as removed for each statement execute function forget_removed_totals();
