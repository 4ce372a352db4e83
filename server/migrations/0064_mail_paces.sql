-- How often a person gets mails about documents. Without a row: a mail at each upload and publication that is announced.
create table mail_paces (
  member_id bigint primary key references members,
  room_id bigint not null references rooms,
  pace text not null check (pace in ('each', 'daily', 'weekly', 'never')),
  -- The last day of the room's time zone that is planned for, from seven in the morning.
  planned_day date not null,
  -- By the clock of the database. Null: never.
  mailed_at timestamptz
);
create index mail_paces_of_room on mail_paces (room_id);
create index mail_paces_due on mail_paces (planned_day) where pace in ('daily', 'weekly');

-- The documents of a mail, to which its link leads. People who saw the same share one.
create table mailed_lists (
  id uuid primary key,
  room_id bigint not null references rooms,
  mailed_at timestamptz not null default now(),
  item_ids bigint[] not null
);
create index mailed_lists_of_room on mailed_lists (room_id);
create table mailed_list_readers (
  list_id uuid not null references mailed_lists on delete cascade,
  member_id bigint not null references members,
  primary key (list_id, member_id)
);
create index mailed_list_readers_of_member on mailed_list_readers (member_id);
