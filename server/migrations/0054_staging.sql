-- Staging: what is uploaded can wait until it is published. Nobody but operators sees what is staged, or lies below what is.
alter table rooms add column staging boolean not null default false;

alter table items
  add column staged boolean not null default false,
  -- It is staged itself or a folder above it is. Triggers keep this.
  add column unseen boolean not null default false,
  -- A newer content that waits while readers keep the one of version_id.
  add column staged_version_id bigint,
  -- When it was last published. Null: with its upload.
  add column published_at timestamptz,
  -- Of a folder: whether what is uploaded into it is staged. Null: as in the folder above, at the root as the room says.
  add column staging boolean;
create index items_waiting on items (room_id, id) where (staged or staged_version_id is not null) and deleted_at is null;
create index documents_unseen on items (room_id) where (unseen or staged_version_id is not null) and deleted_at is null and not folder;
create index items_staged_folders on items (id) where staged and folder;
create index items_published on items (room_id, published_at) where published_at is not null;

-- staged: readers never had it. published_at: null means with its upload.
alter table file_versions
  add column staged boolean not null default false,
  add column published_at timestamptz;

-- What an operator ordered for a time: that an item is published, or staged again. A later order takes the place of an earlier one.
create table publications (
  item_id bigint not null references items on delete cascade,
  room_id bigint not null references rooms,
  due_at timestamptz not null,
  publishes boolean not null,
  notifies boolean not null,
  ordered_by bigint not null references members,
  ordered_at timestamptz not null,
  primary key (item_id, publishes)
);
create index publications_due on publications (due_at);
create index publications_of_room on publications (room_id);

-- Staged items are counted with the others and beside them.
alter table folder_counts
  add column staged_folders bigint not null default 0,
  add column staged_files bigint not null default 0;

create or replace function count_added_items() returns trigger language plpgsql as $$
begin
  insert into folder_counts as counts (room_id, parent_id, folders, files, staged_folders, staged_files)
  select room_id, parent_id, count(*) filter (where folder), count(*) filter (where not folder),
    count(*) filter (where folder and staged), count(*) filter (where not folder and staged)
  from added
  where deleted_at is null
  group by room_id, parent_id
  on conflict (room_id, parent_id) do update set folders = counts.folders + excluded.folders, files = counts.files + excluded.files,
    staged_folders = counts.staged_folders + excluded.staged_folders, staged_files = counts.staged_files + excluded.staged_files;
  return null;
end $$;

create or replace function count_changed_items() returns trigger language plpgsql as $$
begin
  insert into folder_counts as counts (room_id, parent_id, folders, files, staged_folders, staged_files)
  select * from (
    select room_id, parent_id,
      coalesce(sum(change) filter (where folder), 0) as folders, coalesce(sum(change) filter (where not folder), 0) as files,
      coalesce(sum(change) filter (where folder and staged), 0) as staged_folders,
      coalesce(sum(change) filter (where not folder and staged), 0) as staged_files
    from (
      select room_id, parent_id, folder, staged, 1 as change from after_change where deleted_at is null
      union all
      select room_id, parent_id, folder, staged, -1 from before_change where deleted_at is null
    ) as changes
    group by room_id, parent_id
  ) as sums
  where folders <> 0 or files <> 0 or staged_folders <> 0 or staged_files <> 0
  on conflict (room_id, parent_id) do update set folders = counts.folders + excluded.folders, files = counts.files + excluded.files,
    staged_folders = counts.staged_folders + excluded.staged_folders, staged_files = counts.staged_files + excluded.staged_files;
  return null;
end $$;

-- Whether something on the path is staged. Paths are those of folders, so siblings share one.
create function is_path_staged(path bigint[]) returns boolean language sql stable
  return exists (select from items as above where above.id = any(path) and above.folder and above.staged);

create function mark_added_unseen() returns trigger language plpgsql as $$
begin
  if not exists (select from added where staged) and not exists (select from (select distinct ancestors from added) as paths where is_path_staged(paths.ancestors)) then
    return null;
  end if;
  update items set unseen = true
  from added
  where items.id = added.id and not items.unseen and (added.staged or is_path_staged(added.ancestors));
  return null;
end $$;
create trigger items_added_unseen after insert on items
  referencing new table as added for each statement execute function mark_added_unseen();

-- A cached plan would join the changed rows as if they were always as few as at its first use, so what joins many is planned each time.
create function mark_changed_unseen() returns trigger language plpgsql as $$
begin
  if not exists (
    select id, staged, ancestors, deleted_at is null from after_change
    except select id, staged, ancestors, deleted_at is null from before_change
  ) then
    return null;
  end if;
  -- What was published, staged, moved or restored.
  execute $statement$
    with changed as (
      select id, staged, ancestors, deleted_at is null from after_change
      except select id, staged, ancestors, deleted_at is null from before_change
    )
    update items set unseen = found.is_unseen
    from (
      select changed.id, changed.staged or paths.is_staged as is_unseen
      from changed
      join (
        select each.ancestors, is_path_staged(each.ancestors) as is_staged from (select distinct ancestors from changed) as each
      ) as paths on paths.ancestors = changed.ancestors
    ) as found
    where items.id = found.id and items.unseen <> found.is_unseen
  $statement$;
  -- What lies below folders that were published or staged.
  if exists (
    select id, staged from after_change where folder
    except select id, staged from before_change where folder
  ) then
    execute $statement$
      with changed as (
        select id, staged, room_id, ancestors from after_change where folder
        except select id, staged, room_id, ancestors from before_change where folder
      ),
      below as (
        select distinct items.id, items.staged, items.ancestors
        from changed
        join items on items.room_id = changed.room_id and items.deleted_at is null
          and items.ancestors >= changed.ancestors || changed.id and items.ancestors < changed.ancestors || (changed.id + 1)
      ),
      paths as (
        select each.ancestors, is_path_staged(each.ancestors) as is_staged from (select distinct ancestors from below) as each
      )
      update items set unseen = below.staged or paths.is_staged
      from below
      join paths on paths.ancestors = below.ancestors
      where items.id = below.id and items.unseen <> (below.staged or paths.is_staged)
    $statement$;
  end if;
  return null;
end $$;
create trigger items_changed_unseen after update on items
  referencing old table as before_change new table as after_change for each statement execute function mark_changed_unseen();

-- A grant on what nobody sees shows no way to it.
alter table grants add column unseen boolean not null default false;

create or replace function follow_changed_items() returns trigger language plpgsql as $$
begin
  update grants
  set ancestors = items.ancestors, alive = items.deleted_at is null, unseen = items.unseen
  from after_change as items
  where grants.item_id = items.id
    and (grants.ancestors <> items.ancestors or grants.alive <> (items.deleted_at is null) or grants.unseen <> items.unseen);
  return null;
end $$;

create function follow_item_of_grant() returns trigger language plpgsql as $$
begin
  new.unseen := coalesce((select unseen from items where id = new.item_id), false);
  return new;
end $$;
create trigger grants_begin_unseen before insert on grants for each row when (new.item_id <> 0) execute function follow_item_of_grant();

-- What was staged on a day belongs to what could be seen then.
alter table past_places add column is_staged boolean not null default false;
create or replace function keep_past_place() returns trigger language plpgsql as $$
begin
  insert into past_places (room_id, item_id, parent_id, name, is_deleted, is_staged)
  values (old.room_id, old.id, old.parent_id, old.name, old.deleted_at is not null and old.trash_id = old.id, old.staged);
  return null;
end $$;
drop trigger items_keep_past on items;
create trigger items_keep_past after update on items for each row
  when (old.parent_id <> new.parent_id or old.name <> new.name or old.staged <> new.staged
    or ((old.deleted_at is null) <> (new.deleted_at is null) and coalesce(old.trash_id, new.trash_id) = old.id))
  execute function keep_past_place();

-- How an upload under way is to end. Null: as the folder says.
alter table uploads add column staged boolean;

-- A process that does not enforce a rule in use may not begin or go on.
create function refuse_process_without_rule() returns trigger language plpgsql as $$
begin
  if exists (select from rules_in_use where rule > new.enforces) then
    raise exception 'This release does not enforce rules that are in use. Stop it and start the current release.';
  end if;
  return new;
end $$;
create trigger processes_refuse_without_rule before insert or update on processes
  for each row execute function refuse_process_without_rule();
