-- A lead of a group proposes people for it, whom operators admit.
alter table members add column group_lead boolean not null default false;

-- Who leaves the group, becomes an operator or leaves the room leads it no more, whatever changes the row.
create function end_group_lead() returns trigger language plpgsql as $$
begin
  new.group_lead := false;
  return new;
end $$;
create trigger members_end_lead before update on members for each row
  when (old.group_lead and (new.group_id is distinct from old.group_id or new.role_id <> old.role_id or new.ended_at is not null))
  execute function end_group_lead();

create table proposals (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  group_id bigint not null references groups on delete cascade,
  proposed_by bigint not null references members,
  proposed_at timestamptz not null,
  name text not null,
  email text not null,
  division text not null,
  position text not null,
  note text not null,
  state text not null default 'waiting' check (state in ('waiting', 'admitted', 'declined', 'withdrawn')),
  decided_at timestamptz
);
create index proposals_of_room on proposals (room_id, state, id);
create index proposals_of_group on proposals (group_id, id);
