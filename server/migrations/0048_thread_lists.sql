-- Lists of questions and requests by due date and state read as many rows as they show.
drop index threads_by_due;
create index threads_by_due on threads (room_id, coalesce(due, '9999-12-31'::date), id);
create index threads_in_state on threads (room_id, state, id);
-- A group sees due dates of requests alone.
create index threads_of_group_by_due on threads
  (group_id, (case when type = 'REQUEST' then coalesce(due, '9999-12-31'::date) else '9999-12-31'::date end), id);

-- Everything that the person sees and that changed before then is read.
create table thread_marks (
  member_id bigint primary key references members,
  room_id bigint not null references rooms,
  -- The part and group in which the person saw it.
  scope text not null,
  read_until timestamptz not null
);
create index thread_marks_of_room on thread_marks (room_id);
