-- How fast members may read before their answers wait; null for the limits of the program.
alter table rooms add column reading_limits jsonb;

-- What a member has read in the minute and the hour that began then, as the processes tell each other every few seconds. told_at: when the
-- log was last told that it was too fast; mailed_at: when operators were.
create table reading_paces (
  member_id bigint primary key references members,
  room_id bigint not null references rooms,
  minute_at timestamptz not null,
  minute_documents integer not null,
  minute_pages integer not null,
  minute_downloads integer not null,
  hour_at timestamptz not null,
  hour_documents integer not null,
  hour_pages integer not null,
  hour_downloads integer not null,
  told_at timestamptz,
  mailed_at timestamptz
);
