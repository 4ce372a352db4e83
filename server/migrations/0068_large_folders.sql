-- What is written to very many items at once costs as little for each as it can.

-- The planner would ask about the path of each row before it leaves out those that come again.
create or replace function mark_added_unseen() returns trigger language plpgsql as $$
begin
  if not exists (select from added where staged) and not exists (
    with paths as materialized (select distinct ancestors from added)
    select from paths where is_path_staged(paths.ancestors)
  ) then
    return null;
  end if;
  update items set unseen = true
  from added
  where items.id = added.id and not items.unseen and (added.staged or is_path_staged(added.ancestors));
  return null;
end $$;

-- Likewise. A cached plan would join the changed rows as if they were always as few as at its first use, so what joins many is planned each time.
create or replace function mark_changed_unseen() returns trigger language plpgsql as $$
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
    ),
    paths as materialized (
      select each.ancestors, is_path_staged(each.ancestors) as is_staged from (select distinct ancestors from changed) as each
    )
    update items set unseen = found.is_unseen
    from (
      select changed.id, changed.staged or paths.is_staged as is_unseen
      from changed join paths on paths.ancestors = changed.ancestors
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
        -- Without the offset the planner may compare each folder with each item of the room.
        cross join lateral (
          select id, staged, ancestors from items
          where items.room_id = changed.room_id and items.deleted_at is null
            and items.ancestors >= changed.ancestors || changed.id and items.ancestors < changed.ancestors || (changed.id + 1)
          offset 0
        ) as items
      ),
      paths as materialized (
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
