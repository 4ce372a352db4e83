-- A later operator, and new secrets for one, wait for an operator of the room or for a day.
create table operator_requests (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  kind text not null check (kind in ('operator', 'reset')),
  email text not null,
  -- Of a new operator.
  name text,
  -- The administrator who asks, as the log names them.
  asked_by text not null,
  asked_by_email text not null,
  address text not null,
  language text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'withdrawn', 'done', 'failed')),
  decided_at timestamptz
);
create index operator_requests_of_room on operator_requests (room_id, id);
create index operator_requests_open on operator_requests (due_at) where state in ('waiting', 'confirmed');
