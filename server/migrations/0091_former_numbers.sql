-- Acts on index numbers that can be taken back for some hours. An act that was taken back is gone.
create table numbering_acts (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  at timestamptz not null,
  -- The renumbered folder, 0 for the root. Null: the settings were switched.
  parent_id bigint,
  -- Settings before and after a switch.
  was jsonb,
  became jsonb,
  check ((parent_id is null) = (was is not null) and (was is null) = (became is null))
);
create index numbering_acts_of_room on numbering_acts (room_id, id);
create index numbering_acts_by_age on numbering_acts (at);

-- The fixed numbers of a folder before an act: of what was in it, in the trash, or had left it. Expected documents have ids below 0.
create table numbering_was (
  act_id bigint not null references numbering_acts on delete cascade,
  room_id bigint not null references rooms,
  parent_id bigint not null,
  last_number bigint not null,
  ids bigint[] not null,
  numbers bigint[] not null,
  primary key (act_id, parent_id)
);
create index numbering_was_of_folder on numbering_was (room_id, parent_id);
