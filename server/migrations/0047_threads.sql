-- Questions and requests. Each thread belongs to one group; in a group whose people do not see each other, to one person of it.

-- The code of a group stands before the numbers that operators see, and is never given to another group of the room.
alter table rooms add column groups_made integer not null default 0;
alter table groups
  add column ordinal integer,
  -- participants: it has threads. experts: its people answer those of others.
  add column kind text not null default 'participants' check (kind in ('participants', 'experts')),
  -- Its people see each other's names and threads.
  add column shared boolean not null default true,
  -- In place of those of the room.
  add column question_limits jsonb,
  add column questions_until date,
  -- The last day that its people were reminded of, and how many days ahead.
  add column questions_reminded text;
update groups set ordinal = counted.ordinal, shared = counted.ordinal > 1
from (select id, row_number() over (partition by room_id order by id) as ordinal from groups) as counted
where counted.id = groups.id;
update rooms set groups_made = (select count(*) from groups where groups.room_id = rooms.id);
alter table groups alter column ordinal set not null;
create unique index groups_ordinal on groups (room_id, ordinal);
create function count_group() returns trigger language plpgsql as $$
begin
  update rooms set groups_made = groups_made + 1 where id = new.room_id returning groups_made into new.ordinal;
  -- People of the first group came without one, so they may be rivals.
  if new.ordinal = 1 then new.shared := false; end if;
  return new;
end $$;
create trigger groups_count before insert on groups for each row execute function count_group();

alter table members
  add column thread_role text not null default 'submitter' check (thread_role in ('submitter', 'author', 'none')),
  add column thread_mails text not null default 'each' check (thread_mails in ('each', 'daily', 'never')),
  -- The day of the last digest, in the room's time zone.
  add column digest_on date;

alter table drafts drop constraint drafts_kind_check;
alter table drafts add constraint drafts_kind_check check (kind in ('message', 'invitation', 'question', 'reply'));

create table question_settings (
  room_id bigint primary key references rooms,
  limits jsonb not null default '{}',
  -- In the room's time zone, inclusive.
  last_day date,
  approval boolean not null default false,
  -- Groups see the names of those who answer.
  names boolean not null default false,
  -- Experts do not see which group asks.
  hides_groups boolean not null default false
);

create table topics (
  id uuid primary key,
  room_id bigint not null references rooms,
  name text not null,
  position integer not null,
  -- Null is as the room says.
  approval boolean,
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index topics_name on topics (room_id, lower(name)) where removed_at is null;
create table topic_experts (
  topic_id uuid not null references topics on delete cascade,
  member_id bigint not null references members,
  room_id bigint not null references rooms,
  primary key (topic_id, member_id)
);
create index topic_experts_of_room on topic_experts (room_id);
create index topic_experts_of_member on topic_experts (member_id);

-- Member 0 counts what a group asks together, with 0 as ordinal; the others count what one person asks.
create table thread_counters (
  group_id bigint not null references groups on delete cascade,
  member_id bigint not null,
  type text not null check (type in ('QUESTION', 'REQUEST')),
  room_id bigint not null references rooms,
  ordinal integer not null,
  last integer not null default 0,
  primary key (group_id, member_id, type)
);
create index thread_counters_of_room on thread_counters (room_id);

create table threads (
  id uuid primary key,
  room_id bigint not null references rooms,
  group_id bigint not null references groups,
  -- The person it belongs to. Null for what operators entered for the group.
  asker_id bigint references members,
  writer_id bigint not null references members,
  type text not null check (type in ('QUESTION', 'REQUEST')),
  -- B, or B.2 for the second person of a group whose people do not see each other.
  code text not null,
  number integer not null,
  number_key text generated always as (code || '/' || type || lpad(number::text, 8, '0')) stored,
  topic_id uuid references topics,
  priority smallint not null default 1 check (priority between 0 and 2),
  state text not null check (state in (
    'DRAFT', 'SUBMITTED', 'ASSIGNED', 'ANSWERED', 'APPROVED', 'DELIVERED', 'CLOSED', 'RETURNED', 'WITHDRAWN',
    'OPEN', 'PARTLY', 'NOT_AVAILABLE', 'CONFIRMED')),
  due date,
  assignee_id bigint references members,
  title_sealed bytea not null,
  -- Of every move, and of those that its group sees.
  rev integer not null default 1,
  outer_rev integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  outer_updated_at timestamptz not null,
  submitted_at timestamptz,
  assigned_at timestamptz,
  delivered_at timestamptz,
  -- It counts against the limits of its group.
  counts boolean not null default false,
  -- Came from a group that was removed; its present group does not see it.
  hidden boolean not null default false,
  merged_into uuid references threads,
  -- The message that it was made from, as long as that is kept.
  message_id bigint,
  due_reminded date,
  check (state in ('ANSWERED', 'WITHDRAWN') or (type = 'REQUEST') = (state in ('OPEN', 'PARTLY', 'NOT_AVAILABLE', 'CONFIRMED')))
);
create unique index threads_number on threads (room_id, code, type, number);
create index threads_by_update on threads (room_id, updated_at desc, id desc);
create index threads_by_state on threads (room_id, state, updated_at desc, id desc);
create index threads_in_order on threads (room_id, number_key, id);
create index threads_by_priority on threads (room_id, priority, id);
create index threads_by_topic on threads (room_id, topic_id, updated_at desc, id desc);
create index threads_by_due on threads (room_id, due, id) where due is not null;
create index threads_of_group on threads (group_id, outer_updated_at desc, id desc);
create index threads_of_assignee on threads (assignee_id, updated_at desc, id desc) where assignee_id is not null;
create index threads_of_asker on threads (asker_id) where asker_id is not null;
create index threads_of_writer on threads (writer_id);
create index threads_merged on threads (merged_into) where merged_into is not null;

create table thread_entries (
  id uuid primary key,
  thread_id uuid not null references threads on delete cascade,
  room_id bigint not null references rooms,
  position bigint generated always as identity,
  writer_id bigint not null references members,
  kind text not null check (kind in ('QUESTION', 'ANSWER', 'NOTE')),
  sealed bytea not null,
  -- Keyed tokens of the text, and of the title in a first entry.
  packed bytea not null,
  created_at timestamptz not null,
  -- From when its group sees it.
  delivered_at timestamptz
);
create index thread_entries_in_order on thread_entries (thread_id, position);
create index thread_entries_of_room on thread_entries (room_id);
alter table thread_entries alter column packed set storage external;
create index thread_entries_by_token on thread_entries using gin (token_numbers(packed));
alter index thread_entries_by_token alter column 1 set statistics 20;

create table thread_links (
  entry_id uuid not null references thread_entries on delete cascade,
  position smallint not null,
  room_id bigint not null references rooms,
  item_id bigint not null,
  page integer,
  primary key (entry_id, position)
);
create index thread_links_of_room on thread_links (room_id);
create index thread_links_of_item on thread_links (item_id);

create table thread_moves (
  thread_id uuid not null references threads on delete cascade,
  -- Of the thread after the move.
  rev integer not null,
  room_id bigint not null references rooms,
  member_id bigint not null references members,
  from_state text,
  to_state text not null,
  assignee_id bigint references members,
  reason_sealed bytea,
  -- A person of the group made it, or somebody who answers.
  by_group boolean not null,
  -- Its group sees it.
  is_outer boolean not null,
  at timestamptz not null,
  primary key (thread_id, rev)
);
create index thread_moves_of_room on thread_moves (room_id);

create table thread_reads (
  thread_id uuid not null references threads on delete cascade,
  member_id bigint not null references members,
  room_id bigint not null references rooms,
  seen integer not null,
  primary key (member_id, thread_id)
);
create index thread_reads_of_thread on thread_reads (thread_id);
create index thread_reads_of_room on thread_reads (room_id);

-- Answers published to all groups, in words that name nobody.
create table faqs (
  id uuid primary key,
  room_id bigint not null references rooms,
  number integer not null,
  thread_id uuid references threads on delete set null,
  topic_id uuid references topics,
  sealed bytea not null,
  packed bytea not null,
  published_by bigint not null references members,
  published_at timestamptz not null,
  updated_at timestamptz not null,
  unique (room_id, number)
);
create index faqs_of_thread on faqs (thread_id) where thread_id is not null;
alter table rooms add column faqs_made integer not null default 0;
