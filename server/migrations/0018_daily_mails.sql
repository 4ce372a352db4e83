-- Whether operators get a mail about each day on which something happened.
alter table rooms add column daily_mail boolean not null default true;

-- The last day of the room's time zone that is told, or was not to be told. What is older in a room of before has been seen.
create table daily_mails (
  room_id bigint primary key references rooms,
  day date
);
insert into daily_mails (room_id, day) select id, (now() at time zone zone)::date - 1 from rooms;
